import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders that are there for the time of this process; whatever ends it, they go with it. */
const folders = new Set<string>()
let isWatching = false

/** A new folder in this one, or where temporary files belong. */
export async function makeTempFolder(parent = process.env.SONGREEL_TEMP_DIR || tmpdir()): Promise<string> {
  if (!isWatching) process.on('exit', removeAll)
  isWatching = true
  // An error names the folder that a person knows, not the one that was to be made in it.
  const folder = await mkdtemp(join(parent, '.songreel-')).catch((error: NodeJS.ErrnoException) => {
    throw Object.assign(error, { path: parent })
  })
  folders.add(folder)
  return folder
}

/** Removes a folder that is no longer needed. */
export async function removeTempFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  folders.delete(folder)
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
