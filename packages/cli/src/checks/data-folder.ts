import { access, constants, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check, CheckResult } from './check.ts'

/** The server's folder: there, ours to write in, and its secrets closed to everybody else. */
export const dataFolderCheck: Check = {
  name: 'Data folder',
  fix: 'give the folder to the user who runs songreel, or choose another: songreel serve --data <folder>',
  async run({ dataFolder }) {
    const found = await stat(dataFolder).catch(() => undefined)
    if (!found)
      return { status: 'GOOD', text: `${dataFolder} is not there yet; the first songreel serve makes it` }
    if (!found.isDirectory()) return { status: 'PROBLEM', text: `${dataFolder} is a file, not a folder` }
    const isWritable = await isAllowed(dataFolder, constants.W_OK | constants.X_OK)
    if (!isWritable) return { status: 'PROBLEM', text: `${dataFolder} cannot be written` }
    return (await findOpenSecret(dataFolder)) ?? describeFolder(dataFolder)
  },
}

async function describeFolder(dataFolder: string): Promise<CheckResult> {
  const cluster = join(dataFolder, 'postgres', 'data', 'PG_VERSION')
  const version = (await readFile(cluster, 'utf8').catch(() => '')).trim()
  const database = version ? `PostgreSQL ${version}` : 'no database in it yet'
  return { status: 'GOOD', text: `writable · ${database} · secrets closed to others` }
}

/** Token and secret open doors; on Windows files have no such modes. */
async function findOpenSecret(dataFolder: string): Promise<CheckResult | undefined> {
  if (process.platform === 'win32') return undefined
  for (const name of ['token', 'secret']) {
    const path = join(dataFolder, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && (facts.mode & 0o077) !== 0) {
      return { status: 'WARNING', text: `${path} can be read by other users`, fix: `chmod 600 ${path}` }
    }
  }
  return undefined
}

async function isAllowed(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode)
    return true
  } catch {
    return false
  }
}
