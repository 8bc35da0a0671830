import type { Db, Services } from '../services.ts'
import { endOwnerTokens } from '../store/tokens.ts'
import { inTransaction } from '../store/transaction.ts'
import { readTokenFile, writeTokenFile } from './first-organization.ts'
import { issueOwnerToken } from './issue-owner-token.ts'

type Rotation = { orgId: string; presented: string; graceSecs: number }

/** Issues a new token; the old ones work on for the time of grace. A token kept for the local command line follows. */
export async function rotateAuthToken(
  { hashToken, config }: Pick<Services, 'hashToken' | 'config'>,
  db: Db,
  { orgId, presented, graceSecs }: Rotation,
): Promise<string> {
  const token = await inTransaction(db, async (transaction) => {
    await endOwnerTokens(transaction, orgId, new Date(Date.now() + graceSecs * 1000))
    return issueOwnerToken(transaction, hashToken, orgId)
  })
  if (readTokenFile(config.dataDir) === presented) writeTokenFile(config.dataDir, token)
  return token
}
