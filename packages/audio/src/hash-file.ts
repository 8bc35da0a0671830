import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { RenderError } from '@songreel/kit/core'

/** In larger pieces than by default: handing on a piece costs more than hashing it. */
const READ_BYTES = 1 << 20

/** SHA-256 of a file's bytes, in hex. */
export async function hashFile(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), hash, { signal })
  } catch (error) {
    throw translate(error, basename(path), signal)
  }
  return hash.digest('hex')
}

function translate(cause: unknown, name: string, signal: AbortSignal | undefined): RenderError {
  if (signal?.aborted) return new RenderError('RENDER_CANCELED', 'The work was canceled.', {}, { cause })
  const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown'
  return new RenderError(
    'AUDIO_MISSING',
    `${name} cannot be read (${reason}).`,
    { file: name, reason },
    { cause },
  )
}
