import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import type { StoredFile } from './storage.ts'

/** The bytes that came were not those that were expected. */
export class WrongBytesError extends Error {
  constructor(expected: string, found: string) {
    super(`the bytes have the SHA-256 ${found}, not ${expected}`)
    this.name = 'WrongBytesError'
  }
}

/** Passes bytes on and hashes them; where another hash is expected, the stream ends with an error in place of its end. */
export function hashStream(expected?: string): { stream: Transform; file: () => StoredFile } {
  const hash = createHash('sha256')
  let bytes = 0
  let sha256 = ''
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      sha256 = hash.digest('hex')
      done(expected === undefined || expected === sha256 ? null : new WrongBytesError(expected, sha256))
    },
  })
  return { stream, file: () => ({ bytes, sha256 }) }
}
