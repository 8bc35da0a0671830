import type { Source } from '../store/statement.ts'
import { type FoundToken, findTokenByHash } from '../store/tokens.ts'
import type { HashToken } from './hash-token.ts'

/** What is known of a token, in whatever state it is; one hashed with the secret before is found too. */
export function findToken(
  source: Source,
  hashToken: HashToken,
  token: string,
): Promise<FoundToken | undefined> {
  const hash = hashToken(token)
  return findTokenByHash(source, hash, hashToken.before?.(token) ?? hash)
}
