import { createHmac } from 'node:crypto'

/** Turns a token into what is stored; the pepper is a key derived from the secret. */
export type HashToken = (token: string) => Buffer

/** Makes the hash for one installation. */
export function createHashToken(pepper: Buffer): HashToken {
  return (token) => createHmac('sha256', pepper).update(token).digest()
}
