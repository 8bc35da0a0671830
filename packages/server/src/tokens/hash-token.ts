import { createHash, createHmac } from 'node:crypto'

/** Turns a token into what is stored; the pepper is a key derived from the secret. */
export type HashToken = ((token: string) => Buffer) & {
  /** Tells hashes of one secret from those of another, without giving it away. */
  readonly secretMark: string
  /** The hash with the secret before, while the secret is being changed. */
  readonly before?: HashToken
}

/** Makes the hash for one installation; with two peppers tokens under the second are recognised too. */
export function createHashToken(pepper: Buffer, pepperBefore?: Buffer): HashToken {
  const hash = (token: string) => createHmac('sha256', pepper).update(token).digest()
  const secretMark = createHash('sha256').update('songreel:mark').update(pepper).digest('hex').slice(0, 16)
  return Object.assign(hash, { secretMark, ...(pepperBefore && { before: createHashToken(pepperBefore) }) })
}
