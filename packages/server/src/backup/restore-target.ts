import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import path from 'node:path'
import { findLockHolder, tryLockFile } from '../postgres/folder-lock.ts'
import { prepareDataFolder } from '../start/prepare-data-folder.ts'
import { RESTORE_MARK, StartError } from '../start-error.ts'

const LOCK = 'restore.lock'
/** What may be there before: settings that were put there for the restored service, and what a disk has of its own. */
const HARMLESS = new Set(['songreel.config.json', 'lost+found', LOCK])
const MB = 1024 ** 2

/** A folder into which a backup goes, ours until it is finished or the process ends. */
export type RestoreTarget = {
  /** Whether an earlier restore of the same backup was broken off here. */
  isSecondTry: boolean
  /** From here on the folder is a service's. */
  finish(): Promise<void>
  release(): void
}

/**
 * Takes a folder for a restore: one that is empty, or in which a restore was broken off. A mark says so until it is finished;
 * no service starts on such a folder.
 */
export async function takeTarget(dataDir: string, backup: string): Promise<RestoreTarget> {
  await demandEmpty(dataDir)
  prepareDataFolder(dataDir)
  const lockFile = path.join(dataDir, LOCK)
  const lock = tryLockFile(lockFile)
  if (!lock) {
    const message = `Another restore into ${dataDir} is running.`
    throw new StartError('DATA_FOLDER_IN_USE', { message })
  }
  const mark = path.join(dataDir, RESTORE_MARK)
  const earlier = existsSync(mark) ? readFileSync(mark, 'utf8').trim() : undefined
  if (earlier !== undefined) {
    // The database is filled all at once, so what there is of it is worth nothing. Files are whole, where they belong to this backup.
    rmSync(path.join(dataDir, 'postgres'), { recursive: true, force: true })
    if (earlier !== backup) rmSync(path.join(dataDir, 'files'), { recursive: true, force: true })
  }
  await writeDurably(dataDir, mark, `${backup}\n`)
  return {
    isSecondTry: earlier === backup,
    async finish() {
      rmSync(mark)
      await syncFolder(dataDir)
    },
    release() {
      lock.release()
      rmSync(lockFile, { force: true })
    },
  }
}

async function demandEmpty(dataDir: string): Promise<void> {
  if (!existsSync(dataDir) || existsSync(path.join(dataDir, RESTORE_MARK))) return
  if (!statSync(dataDir).isDirectory())
    throw new StartError('DATA_FOLDER_UNUSABLE', { message: `${dataDir} is a file, not a folder.` })
  const names = readdirSync(dataDir).filter((name) => !HARMLESS.has(name))
  if (names.length === 0) return
  const pid = await findService(dataDir)
  if (pid !== undefined) {
    const holder = pid > 0 ? ` (pid ${pid})` : ''
    const message = `A Songreel is running on the data folder ${dataDir}${holder}. Stop it, move the folder away, and restore again.`
    throw new StartError('DATA_FOLDER_IN_USE', { message })
  }
  const message = `The data folder ${dataDir} is not empty (${names.slice(0, 4).join(', ')}). A restore overwrites nothing: move it away (mv ${dataDir} ${dataDir}.old), or name another folder with --data.`
  throw new StartError('TARGET_NOT_EMPTY', { message })
}

/** The process that runs a service on a folder; 0 where only the kernel knows it. */
async function findService(dataDir: string): Promise<number | undefined> {
  const file = path.join(dataDir, 'postgres', 'lock')
  if (!existsSync(file)) return undefined
  const lock = tryLockFile(file)
  lock?.release()
  return lock ? undefined : ((await findLockHolder(file)) ?? 0)
}

/** Refuses a disk that has no room for what comes. */
export async function demandRoomFor(dataDir: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize >= neededBytes) return
  const message = `The disk of ${dataDir} has ${Math.round((bavail * bsize) / MB)} MB free, and the restored service needs ${Math.ceil(neededBytes / MB)} MB. Free some room, or name a folder on another disk with --data.`
  throw new StartError('NO_ROOM', { message })
}

/** Writes a file of the service, for its user alone, so that a power cut does not take it away. */
export async function writeDurably(folder: string, file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(folder)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
