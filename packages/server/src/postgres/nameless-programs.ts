import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

/** Those that ask the system for the name of the user they run as. They do nothing with the answer but demand it. */
const ASKING = ['initdb', 'postgres']
const LOOKUP = Buffer.from('\0getpwuid\0')
/** The first account of the machine, whoever runs the program: as long a name, so nothing in the file moves. */
const REPLACEMENT = Buffer.from('\0getpwent\0')

/**
 * Makes a copy of the programs usable for a user id without an account, as containers often have (`docker run -u 1000`).
 * The copy imports another function of the C library in place of the one that finds the user's own name and would find
 * nothing; which name comes back does not matter, because roles are named by us. Decision 0006 says what else was looked at.
 */
export async function replaceNameLookup(folder: string): Promise<void> {
  const programs = await Promise.all(
    ASKING.map(async (name) => {
      const file = join(folder, 'bin', name)
      return { file, bytes: await readFile(file) }
    }),
  )
  const places = programs.map(({ bytes }) => findOnly(bytes, LOOKUP))
  if (places.some((place) => place === undefined)) throw explainNameless()
  for (const [index, { file, bytes }] of programs.entries()) {
    REPLACEMENT.copy(bytes, places[index]!)
    await writeFile(file, bytes)
  }
}

/** What a user without a name can do where we cannot help. */
export function explainNameless(cause?: unknown): StartError {
  const message = `The user id ${process.geteuid?.()} has no name on this machine, and PostgreSQL needs one. Add it to /etc/passwd, run as a user that is in there, or set DATABASE_URL.`
  return new StartError('POSTGRES_FAILED', { message, cause })
}

function findOnly(bytes: Buffer, wanted: Buffer): number | undefined {
  const first = bytes.indexOf(wanted)
  return first >= 0 && bytes.indexOf(wanted, first + 1) < 0 ? first : undefined
}
