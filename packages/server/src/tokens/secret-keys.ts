import { createHashToken, type HashToken } from './hash-token.ts'
import { deriveKey } from './secret.ts'

/** The secret in force and, while it is being changed, the one before. */
export type Secrets = { secret: string; previous?: string }

/** Everything that is derived from the secrets. */
export type SecretKeys = {
  hashToken: HashToken
  /** Key for one purpose, derived from the installation's secret. */
  deriveKey(purpose: string): Buffer
  /** The keys for one purpose, the one in force first: what was made with any of them is still understood. */
  deriveKeys(purpose: string): Buffer[]
}

/** Derives the keys of an installation. */
export function createSecretKeys({ secret, previous }: Secrets): SecretKeys {
  const secrets = previous ? [secret, previous] : [secret]
  return {
    hashToken: createHashToken(
      deriveKey(secret, 'token'),
      previous ? deriveKey(previous, 'token') : undefined,
    ),
    deriveKey: (purpose) => deriveKey(secret, purpose),
    deriveKeys: (purpose) => secrets.map((each) => deriveKey(each, purpose)),
  }
}
