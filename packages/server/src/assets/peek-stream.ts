import { type Readable, Transform } from 'node:stream'
import { ServiceError } from '../errors.ts'

/** The first bytes of a stream, and a stream that still has them all. */
export type Peeked = { head: Buffer; whole: Readable }

/**
 * Looks at the beginning of what a client sends. The source itself is never destroyed: a request that is destroyed
 * takes its connection with it, and the response that says why could not be sent any more.
 */
export function peekStream(source: Readable, byteCount: number): Promise<Peeked> {
  const { promise, resolve, reject } = Promise.withResolvers<Peeked>()
  const seen: Buffer[] = []
  let missing = byteCount
  const settle = () => resolve({ head: Buffer.concat(seen).subarray(0, byteCount), whole })
  const whole = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (missing > 0) {
        seen.push(chunk)
        missing -= chunk.length
        if (missing <= 0) settle()
      }
      done(null, chunk)
    },
    flush(done) {
      settle()
      done()
    },
  })
  whole.on('error', reject)
  const onBroken = (cause?: unknown) => {
    if (!source.readableEnded) whole.destroy(brokenOff(cause))
  }
  source.on('error', onBroken).on('close', onBroken).pipe(whole)
  if (source.destroyed) onBroken()
  return promise
}

function brokenOff(cause: unknown): ServiceError {
  const message = 'The upload was broken off before its end. Send it again.'
  return new ServiceError('BAD_REQUEST', { message, cause })
}
