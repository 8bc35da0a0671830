import { ConfigError } from './config.ts'
import { PortTakenError } from './http/server/listen.ts'
import { codeOf, DatabaseError } from './postgres/errors.ts'
import { StartError } from './start-error.ts'

/** sysexits.h: a setting is wrong, and starting again will not help. */
const EXIT_CONFIG = 78
const EXIT_FAILED = 1

/** What PostgreSQL says when it is there and will not have us: password, user, database, rights. */
const REFUSALS = new Set(['28P01', '28000', '3D000', '42501'])

/** How a start that failed ends: what a person can mend is told as a sentence, anything else with its stack. */
export function describeStartFailure(error: unknown): { text: string; exitCode: number } {
  const isKnown = [ConfigError, DatabaseError, PortTakenError, StartError].some(
    (kind) => error instanceof kind,
  )
  const text = isKnown
    ? (error as Error).message
    : `Songreel could not start.\n${(error as Error)?.stack ?? error}`
  return { text, exitCode: isWrongSetting(error) ? EXIT_CONFIG : EXIT_FAILED }
}

function isWrongSetting(error: unknown): boolean {
  if (error instanceof ConfigError) return true
  if (error instanceof StartError) return !error.isTransient
  if (!(error instanceof DatabaseError)) return false
  return (
    error.code === 'DATA_FOLDER_UNUSABLE' ||
    error.code === 'DATABASE_UNSUITABLE' ||
    REFUSALS.has(codeOf(error.cause) ?? '')
  )
}
