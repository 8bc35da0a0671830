import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { RESTORE_MARK, StartError } from '../start-error.ts'

/** Makes the data folder, or says in one line why it cannot be used. */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const message = `SONGREEL_DATA_DIR is ${dataDir}, ${explain(cause as NodeJS.ErrnoException)}`
    throw new StartError('SETTING_UNUSABLE', { message, cause })
  }
}

/** Half a service is worse than none: its records would name files that are not there. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(path.join(dataDir, RESTORE_MARK))) return
  const message = `A backup was being restored into ${dataDir}, and not to its end. Run songreel restore again, as before; or, to begin anew, remove the folder.`
  throw new StartError('DATA_FOLDER_UNUSABLE', { message })
}

/** Makes a folder and those above it, step by step: Node's own recursive way never ends where none can be made at all (`/proc/x`). */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(path.dirname(folder))) throw error
    makeFolder(path.dirname(folder))
    mkdirSync(folder, { mode: 0o700 })
  }
}

function explain({ code, message }: NodeJS.ErrnoException): string {
  const reasons: Record<string, string> = {
    EACCES:
      'which this user may not write. Give the folder to the user who runs Songreel, or set another one.',
    EPERM:
      'which this user may not write. Give the folder to the user who runs Songreel, or set another one.',
    ENOENT: 'where no folder can be made. Set another one.',
    EROFS: 'which is on a read-only disk. Set a folder that can be written.',
    EEXIST: 'which is a file, not a folder. Set a folder.',
    ENOTDIR: 'and a part of that path is a file, not a folder. Set a folder.',
    ENOSPC: 'and that disk is full. Free some room, or set a folder on another disk.',
  }
  return reasons[code ?? ''] ?? `which cannot be used: ${message}.`
}
