import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Where a file grows before it has its name: beside it, so that renaming is one step. */
export function namePartFile(file: string): string {
  return join(dirname(file), `.${basename(file)}.part`)
}

/** The picture that stands for a video: beside it, with its name. */
export function namePosterFile(file: string): string {
  return join(dirname(file), `${basename(file, extname(file))}.jpg`)
}

/** Gives a finished part its name; after a power cut there is a whole file or none. */
export async function publishPart(file: string): Promise<void> {
  await syncFile(namePartFile(file))
  await rename(namePartFile(file), file)
  await syncFile(dirname(file))
}

/** Removes what an unfinished render left. */
export async function removeParts(file: string): Promise<void> {
  for (const each of [file, namePosterFile(file)]) await rm(namePartFile(each), { force: true })
}

/** Size and SHA-256 of a file. */
export async function measureFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const stream = createReadStream(file)
  await pipeline(stream, hash)
  return { bytes: stream.bytesRead, sha256: hash.digest('hex') }
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}
