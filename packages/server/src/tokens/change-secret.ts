import type { Logger } from 'pino'
import type { DbPool } from '../store/schema.ts'
import { countTokensOfOtherSecrets } from '../store/tokens.ts'
import { countUnreadableSecrets, resealSecrets } from './reseal-secrets.ts'
import type { SecretKeys } from './secret-keys.ts'

/**
 * Brings over what can be brought over to a new secret without its owner, and says what is left under the old one.
 * Tokens can not be: only their hashes are here, so each is hashed anew when it is next used.
 */
export async function changeSecret(db: DbPool, keys: SecretKeys, log: Logger): Promise<void> {
  const isChanging = keys.hashToken.before !== undefined
  if (isChanging) await resealSecrets(db, keys)
  const tokens = await countTokensOfOtherSecrets(db, keys.hashToken.secretMark)
  const unreadable = await countUnreadableSecrets(db, keys)
  const isLeft = tokens + unreadable.webhookSecrets + unreadable.destinationCredentials > 0
  if (isChanging && isLeft)
    log.info(
      { tokens, ...unreadable },
      'the secret is being changed: these have not been used since and still need SONGREEL_SECRET_PREVIOUS',
    )
  else if (isChanging)
    log.info(
      'the secret has been changed: every token uses the new one. Links signed with the old one work for 7 more days; then remove SONGREEL_SECRET_PREVIOUS',
    )
  else if (isLeft)
    log.warn(
      { tokens, ...unreadable },
      'these belong to an earlier secret and do not work: set it as SONGREEL_SECRET_PREVIOUS, or replace them',
    )
}
