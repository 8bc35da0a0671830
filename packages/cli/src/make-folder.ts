import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { inputError } from './cli-error.ts'
import { cleanText } from './print.ts'

/**
 * Makes a folder and those above it. Node's own way to do so never comes back where the system says of every name that it
 * does not exist, as in /proc.
 */
export async function makeFolder(folder: string, options: { mode?: number } = {}): Promise<void> {
  try {
    await mkdir(folder, options)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return demandFolder(folder, error)
    if (code !== 'ENOENT') throw error
    const parent = dirname(folder)
    if (await isFolder(parent))
      throw inputError(`No folder can be made at ${cleanText(folder)}: the system does not allow it.`, error)
    await makeFolder(parent, options)
    // Somebody else may have made it meanwhile, so it is asked for again from the start; its parent is there now.
    await makeFolder(folder, options)
  }
}

async function demandFolder(folder: string, cause: unknown): Promise<void> {
  if (!(await isFolder(folder)))
    throw inputError(`${cleanText(folder)} is there already, and no folder.`, cause)
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}
