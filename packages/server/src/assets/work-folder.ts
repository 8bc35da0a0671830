import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type FileLock, tryLockFile } from '../postgres/folder-lock.ts'

const LOCK_ENDING = '.lock'
/** Earlier versions had no lock files; none of their renders takes this long. */
const UNLOCKED_MAX_AGE_MS = 24 * 60 * 60_000

/** Lends a folder for one piece of work and removes it with everything in it. */
export async function withWorkFolder<Result>(
  dataDir: string,
  name: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const { path: folder, giveBack } = await lendWorkFolder(dataDir, name)
  try {
    return await work(folder)
  } finally {
    await giveBack()
  }
}

/**
 * Lends a folder until it is given back, when it is removed with everything in it. A lock beside it says that somebody is
 * at work: process ids and host names repeat, and are not seen from one container to the next.
 */
export async function lendWorkFolder(
  dataDir: string,
  name: string,
): Promise<{ path: string; giveBack(): Promise<void> }> {
  const root = path.join(dataDir, 'work')
  await mkdir(root, { recursive: true, mode: 0o700 })
  const { folder, lock } = lockNewFolder(root, name)
  const giveBack = () => removeFolder(folder, lock)
  try {
    await mkdir(folder, { mode: 0o700 })
    return { path: folder, giveBack }
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Removes the folders that processes left behind when they were killed, here or in another container. */
export async function sweepWorkFolders(dataDir: string): Promise<void> {
  const root = path.join(dataDir, 'work')
  const names = await readdir(root).catch(() => [] as string[])
  for (const name of names) {
    if (name.endsWith(LOCK_ENDING)) await sweepLocked(path.join(root, name.slice(0, -LOCK_ENDING.length)))
    else if (!names.includes(`${name}${LOCK_ENDING}`)) await sweepUnlocked(path.join(root, name))
  }
}

function lockNewFolder(root: string, name: string): { folder: string; lock: FileLock } {
  for (;;) {
    const folder = path.join(root, `${name}.${randomBytes(8).toString('hex')}`)
    const lock = tryLockFile(`${folder}${LOCK_ENDING}`)
    // A sweep may have seen the file before it was locked, and have deleted it or be about to.
    if (lock && existsSync(`${folder}${LOCK_ENDING}`)) return { folder, lock }
    lock?.release()
  }
}

/** The lock file goes last but one: whoever finds it without its lock knows that nobody is at work. */
async function removeFolder(folder: string, lock: FileLock): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
    await rm(`${folder}${LOCK_ENDING}`, { force: true })
  } finally {
    lock.release()
  }
}

async function sweepLocked(folder: string): Promise<void> {
  const lock = tryLockFile(`${folder}${LOCK_ENDING}`)
  if (lock) await removeFolder(folder, lock)
}

async function sweepUnlocked(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found || found.mtimeMs > Date.now() - UNLOCKED_MAX_AGE_MS) return
  await rm(folder, { recursive: true, force: true })
}
