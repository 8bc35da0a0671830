import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { hashStream, WrongBytesError } from '../assets/hash-stream.ts'
import type { BackupPlace } from './backup-place.ts'
import { type FileEntry, type Part, unusable } from './manifest.ts'

/** Half of the size at a third of the time that the default takes. */
const GZIP = { level: 3 }

/** Stores a part and says what it is. */
export async function putPart(
  place: BackupPlace,
  path: string,
  source: Readable,
  signal?: AbortSignal,
): Promise<Part> {
  return { path, ...(await place.put(path, source, { signal })) }
}

/** Stores a small part. */
export function putText(place: BackupPlace, path: string, text: string, signal?: AbortSignal): Promise<Part> {
  return putPart(place, path, Readable.from([Buffer.from(text)]), signal)
}

/** Opens a part. Reading it ends with an error where its bytes are not those of the manifest. */
export async function openPart(place: BackupPlace, { path, sha256 }: Omit<Part, 'bytes'>): Promise<Readable> {
  const source = await place.read(path)
  if (!source) throw unusable(place, `${path} is missing.`)
  const { stream } = hashStream(sha256)
  return pipeline(source, stream, () => {})
}

/** The same for a part that was stored compressed. */
export async function openCompressed(place: BackupPlace, part: Part): Promise<Readable> {
  const source = await openPart(place, part)
  return pipeline(source, createGunzip(), () => {})
}

/** Compresses a stream on its way. */
export function compress(source: Readable): Readable {
  return pipeline(source, createGzip(GZIP), () => {})
}

/** Whether an error says that a part is not what was stored. */
export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return error instanceof WrongBytesError || code.startsWith('Z_') || code === 'BACKUP_UNUSABLE'
}

/** A list of files as it is stored: one line each. */
export function writeFileList(entries: Iterable<FileEntry>): Readable {
  return Readable.from(writeLines(entries), { objectMode: false })
}

function* writeLines(entries: Iterable<FileEntry>): Generator<Buffer> {
  for (const { key, sha256, bytes } of entries)
    yield Buffer.from(`${JSON.stringify({ key, sha256, bytes })}\n`)
}

/** Reads the list back. */
export async function* readFileList(place: BackupPlace, part: Part): AsyncGenerator<FileEntry> {
  let rest = ''
  const source = await openCompressed(place, part)
  source.setEncoding('utf8')
  for await (const chunk of source) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}
