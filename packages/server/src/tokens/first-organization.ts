import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  findInstallationFact,
  forgetInstallationFact,
  noteInstallationFact,
  whileAlone,
} from '../store/installation.ts'
import { findFirstOrganization, insertOrganization } from '../store/organizations.ts'
import type { Db, DbPool } from '../store/schema.ts'
import { endOwnerTokens, type TokenRow } from '../store/tokens.ts'
import { findToken } from './find-token.ts'
import type { HashToken } from './hash-token.ts'
import { issueOwnerToken } from './issue-owner-token.ts'

const FIRST_NAME = 'My organization'

/** What a start found or made. */
export type FirstOrganization = {
  orgId: string
  /** Whether this start made it. */
  isNew: boolean
  /** Only there when this start brought it into force, or when no start before has shown it. */
  token?: string
  /** What is wrong with the token that was set. */
  warning?: string
}

type Options = { hashToken: HashToken; authToken: string | undefined; dataDir: string }

/**
 * Makes sure that there is an organization and, where one was set, that its token is in force. The file is written after
 * the commit and before the next process has its turn: a crash in between leaves a note, and the next start a new token.
 */
export async function ensureFirstOrganization(db: DbPool, options: Options): Promise<FirstOrganization> {
  return whileAlone(db, async (connection) => {
    const first = await connection.transaction().execute((transaction) => findOrMake(transaction, options))
    if (first.token) writeTokenFile(options.dataDir, first.token)
    await forgetInstallationFact(connection, 'first-token-unwritten')
    return first
  })
}

async function findOrMake(transaction: Db, options: Options): Promise<FirstOrganization> {
  const existing = await findFirstOrganization(transaction)
  if (!existing) return makeFirst(transaction, options)
  const { orgId } = existing
  if (options.authToken) return { orgId, isNew: false, ...(await useToken(transaction, orgId, options)) }
  const token =
    (await findUnseenToken(transaction, orgId, options)) ??
    (await replaceLostToken(transaction, orgId, options))
  return { orgId, isNew: false, ...(token && { token }) }
}

/** The token was shown, or is where it can be found: from now on starts say nothing of it. */
export function noteTokenShown(db: Db): Promise<void> {
  return forgetInstallationFact(db, 'first-token-unseen')
}

async function makeFirst(transaction: Db, { hashToken, authToken }: Options): Promise<FirstOrganization> {
  const { orgId } = await insertOrganization(transaction, { name: FIRST_NAME })
  const token = await issueOwnerToken(transaction, hashToken, orgId, authToken)
  await noteInstallationFact(transaction, 'first-token-unseen', orgId)
  await noteInstallationFact(transaction, 'first-token-unwritten', orgId)
  return { orgId, isNew: true, token }
}

async function useToken(
  transaction: Db,
  orgId: string,
  { hashToken, authToken }: Options,
): Promise<Pick<FirstOrganization, 'token' | 'warning'>> {
  const token = authToken as string
  const known = await findToken(transaction, hashToken, token)
  const warning = known && describeEnd(known)
  if (known) return warning ? { warning } : {}
  await endOwnerTokens(transaction, orgId, new Date())
  return { token: await issueOwnerToken(transaction, hashToken, orgId, token) }
}

/** A token that was rotated away stays away: a variable that was forgotten must not bring it back. */
function describeEnd({ revokedAt, expiresAt }: TokenRow): string | undefined {
  const end = revokedAt ?? expiresAt
  if (!end) return undefined
  const state = Date.parse(end) <= Date.now() ? `has been refused since ${end}` : `is refused from ${end} on`
  return `SONGREEL_AUTH_TOKEN names a token that was rotated away; it ${state}. Put the newer token in its place, or take the setting out.`
}

/** A start that failed after the organization was made (a port that is taken) has left its token in the file only. */
async function findUnseenToken(
  transaction: Db,
  orgId: string,
  { hashToken, dataDir }: Options,
): Promise<string | undefined> {
  if (!(await findInstallationFact(transaction, 'first-token-unseen'))) return undefined
  const token = readTokenFile(dataDir)
  const known = token && (await findToken(transaction, hashToken, token))
  return known && known.orgId === orgId && !describeEnd(known) ? token : undefined
}

/**
 * The first start died between the commit and the file: nobody has seen its token. That one is not ended, because the
 * file may be on another machine, written and only not reported; nobody else can know it.
 */
async function replaceLostToken(
  transaction: Db,
  orgId: string,
  { hashToken }: Options,
): Promise<string | undefined> {
  if (!(await findInstallationFact(transaction, 'first-token-unwritten'))) return undefined
  return issueOwnerToken(transaction, hashToken, orgId)
}

/** Leaves the token where the local command line finds it, closed to everybody else. */
export function writeTokenFile(dataDir: string, token: string): void {
  const file = locateTokenFile(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${token}\n`, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}

/** The token in the data folder, if there is one. */
export function readTokenFile(dataDir: string): string | undefined {
  try {
    return readFileSync(locateTokenFile(dataDir), 'utf8').trim()
  } catch {
    return undefined
  }
}

function locateTokenFile(dataDir: string): string {
  return path.join(dataDir, 'token')
}
