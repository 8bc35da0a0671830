import type { BackupPlace } from './backup-place.ts'
import { listBackups, partPath, poolPath, readManifest } from './manifest.ts'
import { readFileList } from './parts.ts'

/** What was broken off so long ago is nobody's any more. */
const BROKEN_AFTER_MS = 24 * 60 * 60_000

/** Takes a backup away, its manifest first: what is left of it is never taken for a whole one. The files that it shares stay. */
export async function removeBackup(place: BackupPlace, name: string): Promise<void> {
  await place.delete(partPath(name, 'manifest.json'))
  const paths: string[] = []
  for await (const { path } of place.list(`backups/${name}/`)) paths.push(path)
  for (const path of paths.reverse()) await place.delete(path)
}

/** Takes away what killed backups have left, apart from their files, which the next one uses. */
export async function sweepBroken(place: BackupPlace): Promise<void> {
  const { broken } = await listBackups(place)
  const now = Date.now()
  for (const name of broken) {
    let newestMs = 0
    for await (const { modifiedMs } of place.list(`backups/${name}/`))
      newestMs = Math.max(newestMs, modifiedMs)
    if (now - newestMs > BROKEN_AFTER_MS) await removeBackup(place, name)
  }
}

/** Keeps the newest backups, and the files that they name. Returns the names of those that went. */
export async function keepNewest(place: BackupPlace, count: number): Promise<string[]> {
  const { whole } = await listBackups(place)
  const gone = whole.slice(0, Math.max(0, whole.length - count))
  if (gone.length === 0) return []
  // Read before anything goes: one that cannot be read might name any file.
  const named = new Set<string>()
  for (const name of whole.filter((name) => !gone.includes(name))) {
    const { fileList } = await readManifest(place, name)
    for await (const { sha256 } of readFileList(place, fileList)) named.add(poolPath(sha256))
  }
  for (const name of gone) await removeBackup(place, name)
  const unnamed: string[] = []
  const now = Date.now()
  for await (const { path, modifiedMs } of place.list('files/')) {
    // A backup that was killed left it, and the next one, which may be running, wants it.
    if (!named.has(path) && now - modifiedMs > BROKEN_AFTER_MS) unnamed.push(path)
  }
  for (const path of unnamed) await place.delete(path)
  return gone
}
