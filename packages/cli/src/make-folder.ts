import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { inputError } from './cli-error.ts'
import { cleanText } from './print.ts'

/**
 * Makes a folder and those above it. Node's own way to do so never comes back where the system says of every name that it
 * does not exist, as in /proc.
 */
export async function makeFolder(folder: string, options: { mode?: number } = {}): Promise<void> {
  if (!(await findLack(folder, options))) return
  const parent = dirname(folder)
  if (!(await isFolder(parent))) await makeFolder(parent, options)
  // The parent is there now, perhaps because somebody else has just made it.
  const lack = await findLack(folder, options)
  if (lack)
    throw inputError(`No folder can be made at ${cleanText(folder)}: the system does not allow it.`, lack)
}

/** Makes one folder; returns the system's error if something above it is missing. */
async function findLack(folder: string, options: { mode?: number }): Promise<unknown> {
  try {
    await mkdir(folder, options)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return error
    if (code !== 'EEXIST') throw error
    await demandFolder(folder, error)
  }
  return undefined
}

async function demandFolder(folder: string, cause: unknown): Promise<void> {
  if (!(await isFolder(folder)))
    throw inputError(`${cleanText(folder)} is there already, and no folder.`, cause)
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}
