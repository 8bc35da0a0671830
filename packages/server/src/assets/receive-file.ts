import { createHash } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '../errors.ts'
import type { StoredFile } from './storage.ts'

/** Stored files are for the service alone. */
export const FILE_MODE = 0o600

/** Longer than any file is on its way. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000

/** The size limit, and a signal to abort. */
export type Limits = { maxBytes: number; signal: AbortSignal | undefined }

/** Writes a stream to a file and hashes it on the way. The source is taken hold of before anything is awaited: one that breaks meanwhile must find a listener. */
export async function receiveFile(source: Readable, temporary: string, limits: Limits): Promise<StoredFile> {
  let writing: Promise<StoredFile> | undefined
  const write = (chunks: AsyncIterable<Buffer>) => (writing = writeFile(temporary, chunks, limits.maxBytes))
  try {
    return await pipeline(source, write, { signal: limits.signal })
  } finally {
    // An abort ends the pipeline before the writer: what is removed afterwards must not come back.
    await writing?.catch(() => undefined)
  }
}

async function writeFile(file: string, chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<StoredFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const handle = await open(file, 'wx', FILE_MODE)
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > maxBytes) {
        throw new ServiceError('BODY_TOO_LARGE', { message: `The file is larger than ${maxBytes} bytes.` })
      }
      hash.update(chunk)
      await handle.appendFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Removes files on their way whose process was killed. */
export async function sweepIncoming(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    // It may be gone already: it has arrived, or another process sweeps too.
    const found = await stat(file).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > STALE_AFTER_MS) await rm(file, { force: true })
  }
}
