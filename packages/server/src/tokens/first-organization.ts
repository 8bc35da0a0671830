import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../services.ts'
import { findFirstOrganization, insertOrganization } from '../store/organizations.ts'
import type { Database } from '../store/schema.ts'
import { endOwnerTokens, findTokenByHash } from '../store/tokens.ts'
import type { HashToken } from './hash-token.ts'
import { issueOwnerToken } from './issue-owner-token.ts'
import { makeToken } from './token.ts'

const FIRST_NAME = 'My organization'
/** Any constant will do; it only has to be the same in every process. */
const FIRST_START_LOCK = 4_400_001

/** What a start found or made. `token` is only there when this start brought it into force. */
export type FirstOrganization = { orgId: string; isNew: boolean; token?: string }

type Options = { hashToken: HashToken; authToken: string | undefined; dataDir: string }

/** Makes sure that there is an organization and, where one was set, that its token is in force. */
export async function ensureFirstOrganization(
  db: Kysely<Database>,
  options: Options,
): Promise<FirstOrganization> {
  const first = await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`.execute(transaction)
    const existing = await findFirstOrganization(transaction)
    const orgId = existing?.orgId ?? (await insertOrganization(transaction, { name: FIRST_NAME })).orgId
    const token = await putTokenInForce(transaction, orgId, { ...options, isNew: !existing })
    return { orgId, isNew: !existing, token }
  })
  if (first.token) writeTokenFile(options.dataDir, first.token)
  return first
}

async function putTokenInForce(
  db: Db,
  orgId: string,
  { hashToken, authToken, isNew }: Options & { isNew: boolean },
): Promise<string | undefined> {
  if (!isNew && !authToken) return undefined
  const token = authToken ?? makeToken()
  if (await findTokenByHash(db, hashToken(token))) return undefined
  await endOwnerTokens(db, orgId, new Date())
  return issueOwnerToken(db, hashToken, orgId, token)
}

/** Leaves the token where the local command line finds it, closed to everybody else. */
export function writeTokenFile(dataDir: string, token: string): void {
  const file = tokenFileOf(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${token}\n`, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}

/** The token in the data folder, if there is one. */
export function readTokenFile(dataDir: string): string | undefined {
  try {
    return readFileSync(tokenFileOf(dataDir), 'utf8').trim()
  } catch {
    return undefined
  }
}

function tokenFileOf(dataDir: string): string {
  return path.join(dataDir, 'token')
}
