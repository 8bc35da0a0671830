import { Readable } from 'node:stream'
import { ServiceError } from '../errors.ts'

/** The first bytes of a stream, and a stream that still has them all. */
export type Peeked = { head: Buffer; whole: Readable }

/**
 * Looks at the beginning of what a client sends. The source itself is never destroyed: a request that is destroyed
 * takes its connection with it, and the answer that says why could not be sent any more.
 */
export async function peekStream(source: Readable, byteCount: number): Promise<Peeked> {
  const chunks = readChunks(source)
  const seen: Buffer[] = []
  let bytes = 0
  while (bytes < byteCount) {
    const { value, done } = await chunks.next()
    if (done) break
    seen.push(value)
    bytes += value.length
  }
  async function* all() {
    yield* seen
    yield* chunks
  }
  return {
    head: Buffer.concat(seen).subarray(0, byteCount),
    whole: Readable.from(all(), { objectMode: false }),
  }
}

async function* readChunks(source: Readable): AsyncGenerator<Buffer, void> {
  try {
    yield* source.iterator({ destroyOnReturn: false })
  } catch (error) {
    throw new ServiceError('BAD_REQUEST', {
      message: 'The upload was broken off before its end. Send it again.',
      cause: error,
    })
  }
}
