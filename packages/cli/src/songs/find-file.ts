import { access, constants, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { forbiddenError, inputError, usageError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { suggest } from '../suggest.ts'

/** The full path of a file that must be there; says what is wrong when it is not. */
export async function findFile(
  path: string,
  what: 'song' | 'cover' | 'data' | 'lyrics file' | 'clip' | 'photo' | 'file',
): Promise<string> {
  if (/^https?:\/\//i.test(path)) {
    throw usageError(
      `A ${what} is a file here, not an address. Download it first, or let the server fetch it: --print-request`,
    )
  }
  const shown = cleanText(path)
  try {
    const facts = await stat(path)
    if (facts.isFile()) {
      await access(path, constants.R_OK)
      return resolve(path)
    }
    throw inputError(`${shown} is ${facts.isDirectory() ? 'a folder' : 'no plain file'}; give one file.`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && path.includes('\ufffd')) {
      throw inputError(`${shown} has a name that is not UTF-8 and cannot be opened. Rename the file.`, error)
    }
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw inputError(`There is no file ${shown}.${await suggestFile(path)}`, error)
    }
    if (code === 'EACCES') throw forbiddenError(`You may not read ${shown} (permission denied).`, error)
    throw error
  }
}

async function suggestFile(path: string): Promise<string> {
  const names = await readdir(dirname(path)).catch(() => [])
  return suggest(basename(path), names, (name) => join(dirname(path), cleanText(name)))
}
