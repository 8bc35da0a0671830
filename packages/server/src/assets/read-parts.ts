import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { WorkError } from '../work-error.ts'

/** What is known of a file before it is read. */
export type ExpectedFile = { size: number; bytes: number; sha256?: string }

/**
 * Reads a stored file in parts of one size; the last one is shorter. Ends with an error in place of the last part where the
 * file is not what it was when it was stored, so that nothing of it is ever completed elsewhere.
 */
export async function* readParts(
  source: Readable,
  { size, bytes, sha256 }: ExpectedFile,
): AsyncGenerator<Buffer, undefined> {
  const hash = createHash('sha256')
  let left = bytes
  let part = Buffer.allocUnsafe(Math.min(size, left))
  let filled = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk)
      left -= chunk.length
      if (left < 0) break
      for (let at = 0; at < chunk.length; ) {
        const copied = chunk.copy(part, filled, at)
        filled += copied
        at += copied
        const isLast = left === 0 && at === chunk.length
        if (filled < part.length || isLast) continue
        yield part
        part = Buffer.allocUnsafe(Math.min(size, left + chunk.length - at))
        filled = 0
      }
    }
  } catch (error) {
    throw new WorkError('STORAGE_FAILED', { isTransient: true, isOutage: true, cause: error })
  } finally {
    source.destroy()
  }
  if (left !== 0) throw damaged(`it has another size than the ${bytes} bytes that were stored`)
  if (sha256 !== undefined && hash.digest('hex') !== sha256) throw damaged('it has another hash')
  yield part
}

function damaged(reason: string): WorkError {
  return new WorkError('STORAGE_FAILED', {
    seen: 'A stored file is damaged.',
    cause: new Error(`a stored file is damaged: ${reason}`),
  })
}
