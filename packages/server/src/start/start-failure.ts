import { readErrorCode } from '../postgres/read-error.ts'
import { StartError, type StartErrorCode } from '../start-error.ts'

/** sysexits.h: a setting is wrong, and starting again will not help. */
const EXIT_CONFIG = 78
/** sysexits.h: the command line makes no sense. */
const EXIT_USAGE = 64
const EXIT_FAILED = 1

const WRONG_SETTING = new Set<StartErrorCode>([
  'SETTINGS_INVALID',
  'SETTING_UNUSABLE',
  'DATA_FOLDER_UNUSABLE',
  'DATABASE_UNSUITABLE',
])

/** What PostgreSQL says when it is there and will not have us: password, user, database, rights. */
const REFUSALS = new Set(['28P01', '28000', '3D000', '42501'])

/** How a failed start ends: what a person can mend is reported as a sentence, anything else with its stack. */
export function describeStartFailure(error: unknown): { text: string; exitCode: number } {
  if (!(error instanceof StartError)) {
    const stack = error instanceof Error ? error.stack : error
    return { text: `Songreel could not start.\n${stack}`, exitCode: EXIT_FAILED }
  }
  if (error.code === 'ARGUMENTS_INVALID') return { text: error.message, exitCode: EXIT_USAGE }
  const isWrongSetting = WRONG_SETTING.has(error.code) || REFUSALS.has(readErrorCode(error.cause) ?? '')
  return { text: error.message, exitCode: isWrongSetting ? EXIT_CONFIG : EXIT_FAILED }
}

/** Says on stderr why the program could not start; returns its exit code. */
export function reportStartFailure(error: unknown): number {
  const { text, exitCode } = describeStartFailure(error)
  process.stderr.write(`${text}\n`)
  return exitCode
}
