import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Db, DbPool } from '../store/schema.ts'
import { endOwnerTokens, findNewestOwner } from '../store/tokens.ts'
import { inTransaction } from '../store/transaction.ts'
import { findToken } from './find-token.ts'
import { readTokenFile, writeTokenFile } from './first-organization.ts'
import type { HashToken } from './hash-token.ts'
import { issueOwnerToken } from './issue-owner-token.ts'
import { makeToken } from './token.ts'

type Rotation = {
  orgId: string
  graceSecs: number
  /** Whether the token that asks is one for tests: then the new one is too. */
  isTest: boolean
}

/** Issues a new token, for tests where the old one is; the old ones work on for the time of grace. */
export function rotateAuthToken(
  hashToken: HashToken,
  db: Db,
  { orgId, graceSecs, isTest }: Rotation,
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const staysTest = isTest || ((await findNewestOwner(transaction, orgId))?.isTest ?? false)
    await endOwnerTokens(transaction, orgId, new Date(Date.now() + graceSecs * 1000))
    return issueOwnerToken(transaction, hashToken, orgId, makeToken({ isTest: staysTest }))
  })
}

type FileDeps = { db: DbPool; hashToken: HashToken; config: Config; log: Logger }

/**
 * Where the token that was renewed is kept for the local command line, the new one takes its place. Only after the
 * commit: a file must not hold a token that the database does not know.
 */
export async function renewTokenFile(
  { db, hashToken, config, log }: FileDeps,
  orgId: string,
  token: string,
): Promise<void> {
  try {
    const kept = readTokenFile(config.dataDir)
    const known = kept && (await findToken(db, hashToken, kept))
    if (known && known.orgId === orgId && known.kind === 'OWNER') writeTokenFile(config.dataDir, token)
  } catch (error) {
    // The new token is valid and about to be returned, so don't fail because of the copy.
    log.warn({ err: error, orgId }, 'the token file could not be rewritten')
  }
}
