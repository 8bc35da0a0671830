import type { Db } from '../store/schema.ts'
import { insertToken } from '../store/tokens.ts'
import type { HashToken } from './hash-token.ts'
import { makeHint, makeToken } from './token.ts'

/** Brings an organization's own token into force, a given one or a new one, and hands it out this once. */
export async function issueOwnerToken(
  db: Db,
  hashToken: HashToken,
  orgId: string,
  token = makeToken(),
): Promise<string> {
  await insertToken(db, {
    orgId,
    kind: 'OWNER',
    name: 'authToken',
    scopes: ['read', 'write', 'admin'],
    isTest: token.startsWith('srl_test_'),
    tokenHash: hashToken(token),
    secretMark: hashToken.secretMark,
    tokenHint: makeHint(token),
  })
  return token
}
