import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { hashStream, WrongBytesError } from '../assets/hash-stream.ts'
import type { Storage, StoredFile } from '../assets/storage.ts'
import type { NamedFile } from '../store/copy/stored-files.ts'
import { WorkError } from '../work-error.ts'
import type { BackupPlace } from './backup-place.ts'
import { type FileEntry, type Manifest, poolPath } from './manifest.ts'
import { readFileList } from './parts.ts'
import { forEach, type OnProgress } from './progress.ts'

/** What the place has already: the size of each file by its hash. */
export type Pool = Map<string, number>

/** What came of copying files. */
export type CopiedFiles = {
  entries: FileEntry[]
  /** Keys whose file is missing in storage, or is not what its record says. */
  lost: string[]
  copiedCount: number
  copiedBytes: number
}

type Options = {
  place: BackupPlace
  storage: Storage
  pool: Pool
  /** The list of the newest backup in the place, for files whose hash no record tells. */
  previous: Manifest | undefined
  onProgress: OnProgress
  signal?: AbortSignal
}

/** Lists what the place has. */
export async function readPool(place: BackupPlace): Promise<Pool> {
  const pool: Pool = new Map()
  for await (const { path, bytes } of place.list('files/')) pool.set(path.split('/').at(-1) ?? '', bytes)
  return pool
}

/** How many bytes are not in the place yet, as far as records tell. */
export function countNewBytes(files: NamedFile[], pool: Pool): number {
  const isNew = ({ sha256, bytes }: NamedFile) => sha256 === null || pool.get(sha256) !== bytes
  return files.filter(isNew).reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
}

/** Copies the files that records name; those that the place has already are not read again. */
export async function copyFiles(files: NamedFile[], options: Options): Promise<CopiedFiles> {
  const { place, pool, previous, onProgress, signal } = options
  const known = await readKnown(place, files, previous)
  const result: CopiedFiles = { entries: [], lost: [], copiedCount: 0, copiedBytes: 0 }
  let done = 0
  const copyOne = async (file: NamedFile) => {
    const { key } = file
    try {
      const expected = file.sha256 ?? known.get(key) ?? (await hashFile(options, key)).sha256
      const bytes = pool.get(expected)
      const isThere = bytes !== undefined && (file.bytes === null || file.bytes === bytes)
      const stored = isThere ? { sha256: expected, bytes } : await copyFile(options, key, expected)
      if (!isThere) {
        pool.set(stored.sha256, stored.bytes)
        result.copiedCount++
        result.copiedBytes += stored.bytes
      }
      result.entries.push({ key, ...stored })
    } catch (error) {
      if (!(error instanceof WrongBytesError) && !isFileGone(error)) throw error
      result.lost.push(key)
    }
    onProgress({ stage: 'FILES', done: ++done, total: files.length })
  }
  await forEach(files, copyOne, signal)
  result.entries.sort((one, other) => (one.key < other.key ? -1 : 1))
  return { ...result, lost: result.lost.sort() }
}

/** Posters and captions have no hash in their record; a key never gets other bytes, so an earlier list tells it. */
async function readKnown(
  place: BackupPlace,
  files: NamedFile[],
  previous: Manifest | undefined,
): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  if (!previous) return known
  const wanted = new Set(files.filter(({ sha256 }) => sha256 === null).map(({ key }) => key))
  for await (const { key, sha256 } of readFileList(place, previous.fileList))
    if (wanted.has(key)) known.set(key, sha256)
  return known
}

async function hashFile({ storage }: Options, key: string): Promise<StoredFile> {
  const { stream, file } = hashStream()
  const source: Readable = await storage.read(key)
  source.once('error', (error) => stream.destroy(error))
  source.pipe(stream).resume()
  await finished(stream)
  return file()
}

async function copyFile(
  { place, storage, signal }: Options,
  key: string,
  expect: string,
): Promise<StoredFile> {
  return place.put(poolPath(expect), await storage.read(key), { expect, signal })
}

function isFileGone(error: unknown): boolean {
  return error instanceof WorkError && error.facts.isFileGone === true
}
