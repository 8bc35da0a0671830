import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'
import { readClusterMajor } from './cluster-version.ts'
import { explainNameless } from './nameless-programs.ts'
import { ownFolder } from './own-folder.ts'
import { chooseCreator, type PostgresUser } from './postgres-user.ts'
import type { Programs } from './programs.ts'
import { readErrorMessage } from './read-error.ts'

/**
 * How PostgreSQL is told where its data is. Its processes are started inside the data folder and reach it through
 * this name, so it does not matter that a folder above it is closed to their user, or how it is spelled.
 */
export const HERE = '/proc/self/cwd'

/** The most that Linux allows for the path of a unix socket (108 bytes with the closing zero). */
const SOCKET_PATH_MAX_BYTES = 107
/** PostgreSQL's name for the socket in its folder. */
export const SOCKET_NAME = '.s.PGSQL.5432'

/** Where everything of one embedded PostgreSQL lies. */
export type Places = {
  /** Holds all below; belongs to us. */
  root: string
  /** PostgreSQL's own data folder; belongs to the user that runs it. */
  cluster: string
  lockFile: string
  logFile: string
  socketFolder: string
  /** Stands in the command line of the server process, so that it is not mistaken for another. */
  mark: string
}

/** Makes the folder (closed to other users) and says where things lie in it. */
export async function preparePlaces(dataDir: string): Promise<Places> {
  const root = await makeClosedFolder(join(resolve(dataDir), 'postgres'))
  const cluster = join(root, 'data')
  const id = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const isShort = Buffer.byteLength(join(cluster, SOCKET_NAME)) <= SOCKET_PATH_MAX_BYTES
  return {
    root,
    cluster,
    lockFile: join(root, 'lock'),
    logFile: join(root, 'postgres.log'),
    socketFolder: isShort ? cluster : `/tmp/songreel-${id}`,
    mark: `songreel-${id}`,
  }
}

async function makeClosedFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    return await realpath(folder)
  } catch (cause) {
    const message = `The data folder ${folder} cannot be used: ${readErrorMessage(cause)}. Give it to the user that runs Songreel, or set SONGREEL_DATA_DIR.`
    throw new StartError('DATA_FOLDER_UNUSABLE', { message, cause })
  }
}

/**
 * Creates the data folder if there is none. PostgreSQL writes it under a draft's name and only a whole one gets its
 * real name: a creation that was interrupted leaves nothing but a draft, which the next start sweeps away.
 */
export async function ensureCluster(places: Places, programs: Programs, user: PostgresUser): Promise<void> {
  await sweepDrafts(places)
  if ((await readClusterMajor(places)) === undefined) await createCluster(places, programs, user)
}

async function createCluster(places: Places, programs: Programs, user: PostgresUser): Promise<void> {
  const draft = await mkdtemp(join(places.root, 'draft-'))
  const creator = await chooseCreator(user)
  if (creator) await chown(draft, creator.uid, creator.gid)
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const rules = [
    '--username=postgres',
    '--auth=peer',
    '--data-checksums',
    '--sync-method=syncfs',
    '--no-instructions',
  ]
  try {
    await promisify(execFile)(programs.initdb, ['-D', HERE, ...rules, ...locale], {
      ...creator,
      cwd: draft,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    })
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    // Not a single account on the whole machine.
    if (user.clientNames.length === 0 && /could not look up/.test(String(cause))) throw explainNameless(cause)
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : ''
    const message = `PostgreSQL could not create its data in ${places.cluster}: ${said || readErrorMessage(cause)}`
    throw new StartError('POSTGRES_FAILED', { message, cause })
  }
  if (user.switchTo) ownFolder(draft, user.switchTo)
  await rename(draft, places.cluster)
  await syncFolder(places.root)
}

async function sweepDrafts({ root }: Places): Promise<void> {
  const names = await readdir(root)
  for (const name of names.filter((name) => name.startsWith('draft-'))) {
    // An initdb that outlived its parent may still be writing there; then the next start has another go.
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
}

/** Makes new names in a folder last. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
