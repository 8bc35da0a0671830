import { readdir, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeFolder } from '../make-folder.ts'

/** An analysis takes about half a megabyte per minute of song. */
const MOST_BYTES = 200_000_000

/**
 * Where what was found out about songs and covers stays for the next run, the newest of it. Whoever wants nothing kept
 * (SONGREEL_CACHE_DIR is empty), or has no folder to write in, gets one in the folder of this run.
 */
export async function openSongCache(workFolder: string): Promise<string> {
  const cache = locateCache()
  const ofThisRun = resolve(workFolder, 'songs')
  if (cache === '') return ofThisRun
  const folder = resolve(cache, 'songs')
  try {
    await makeFolder(folder, { mode: 0o700 })
    await removeOldest(folder, MOST_BYTES)
    return folder
  } catch {
    return ofThisRun
  }
}

/** The folder for all that is kept between runs; empty: nothing is. */
export function locateCache(): string {
  const { SONGREEL_CACHE_DIR, XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const ownCache = join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), '.cache'), 'songreel')
  return SONGREEL_CACHE_DIR ?? ownCache
}

/** Removes the oldest files of a folder until no more than so many bytes are left. */
export async function removeOldest(folder: string, mostBytes: number): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name))
  const files = await Promise.all(
    paths.map(async (path) => {
      // Another run may have removed it in the meantime.
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }))
      return { path, size, mtimeMs }
    }),
  )
  let bytes = 0
  for (const { path, size } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    bytes += size
    if (bytes > mostBytes) await rm(path, { force: true })
  }
}
