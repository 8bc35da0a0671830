import { finished } from 'node:stream/promises'
import type { BackupPlace } from './backup-place.ts'
import { type Manifest, type Part, poolPath } from './manifest.ts'
import { isDamage, openPart, readFileList } from './parts.ts'
import { forEach, type OnProgress } from './progress.ts'

/** Reads all of a backup and compares every byte with the hashes. Returns what is missing or damaged. */
export async function verifyBackup(
  place: BackupPlace,
  manifest: Manifest,
  { onProgress = () => {}, signal }: { onProgress?: OnProgress; signal?: AbortSignal } = {},
): Promise<string[]> {
  const damaged: string[] = []
  const parts = listParts(manifest)
  const total = parts.length + manifest.files.count
  let done = 0
  const check = async (part: Omit<Part, 'bytes'>) => {
    await readThrough(place, part).catch((error) => {
      if (!isDamage(error)) throw error
      damaged.push(part.path)
    })
    onProgress({ stage: 'CHECKING', done: ++done, total })
  }
  await forEach(parts, check, signal)
  if (damaged.includes(manifest.fileList.path)) return damaged.sort()
  const seen = new Set<string>()
  const checkFile = async ({ sha256 }: { sha256: string }) => {
    if (seen.has(sha256)) return
    seen.add(sha256)
    await check({ path: poolPath(sha256), sha256 })
  }
  await forEach(readFileList(place, manifest.fileList), checkFile, signal)
  return damaged.sort()
}

/** Everything of a backup but the files that it shares with others. */
export function listParts({ layout, tables, fileList, kept }: Manifest): Part[] {
  return [layout, ...tables.map(({ part }) => part), fileList, ...kept.map(({ part }) => part)]
}

async function readThrough(place: BackupPlace, part: Omit<Part, 'bytes'>): Promise<void> {
  const stream = await openPart(place, part)
  stream.resume()
  await finished(stream)
}
