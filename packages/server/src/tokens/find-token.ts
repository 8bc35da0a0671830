import type { Source } from '../store/statement.ts'
import { findTokenByHash, type TokenRow } from '../store/tokens.ts'
import type { HashToken } from './hash-token.ts'

/** What is known of a token, in whatever state it is. */
export function findToken(
  source: Source,
  hashToken: HashToken,
  token: string,
): Promise<TokenRow | undefined> {
  return findTokenByHash(source, hashToken(token))
}
