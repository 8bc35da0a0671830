import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { inputError, usageError } from '../cli-error.ts'
import { makeFolder } from '../make-folder.ts'
import { cleanText } from '../print.ts'
import { suggest } from '../suggest.ts'

/** A server and the token for it. */
export type Profile = { url: string; token: string }

/** The servers that somebody has signed in to, by name; `current` is meant when none is named. */
export type Profiles = { current?: string; profiles: Record<string, Profile> }

/** The name of a profile when none is given. */
export const DEFAULT_PROFILE = 'default'

/** Where profiles are kept. */
export function findProfilesFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  return join(XDG_CONFIG_HOME || APPDATA || join(homedir(), '.config'), 'songreel', 'config.json')
}

/** Reads the profiles; without a file there are none. */
export async function readProfiles(): Promise<Profiles> {
  const file = findProfilesFile()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (text === undefined) return { profiles: {} }
  try {
    return toProfiles(JSON.parse(text))
  } catch (error) {
    throw inputError(
      `${file} is damaged: ${(error as Error).message}. Mend it, or delete it and sign in again: songreel login`,
      error,
    )
  }
}

/** Writes the profiles into a file that only its owner can read; it is replaced when the new one is whole. */
export async function writeProfiles(profiles: Profiles): Promise<void> {
  const file = findProfilesFile()
  const part = `${file}.${process.pid}.part`
  await makeFolder(dirname(file), { mode: 0o700 })
  try {
    await writeFile(part, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
    // A file that was left there keeps its own mode.
    await chmod(part, 0o600)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The profile of this name. */
export function getProfile({ profiles }: Profiles, name: string): Profile {
  const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (found) return found
  const names = Object.keys(profiles)
  const hint = suggest(name, names) || (names.length > 0 ? ` There are ${names.join(', ')}.` : '')
  throw usageError(
    `No profile ${cleanText(name)}.${hint}   Make it: songreel login <url> --profile ${cleanText(name)}`,
  )
}

function toProfiles(value: unknown): Profiles {
  const { current, profiles = {} } = toRecord(value, 'it')
  if (current !== undefined && typeof current !== 'string') throw new Error('current must be a text')
  const entries = Object.entries(toRecord(profiles, 'profiles')).map(([name, each]) => {
    const { url, token } = toRecord(each, `profiles.${name}`)
    if (typeof url === 'string' && typeof token === 'string') return [name, { url, token }]
    throw new Error(`profiles.${name} must hold url and token`)
  })
  return { ...(current !== undefined && { current }), profiles: Object.fromEntries(entries) }
}

function toRecord(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new Error(`${what} must be an object`)
}
