import { describeMissingPart } from './missing-part.ts'

/** Exit codes (docs/cli.md); most are those of sysexits.h. */
export const EXIT = {
  ok: 0,
  failed: 1,
  someFailed: 2,
  usage: 64,
  badInput: 65,
  missingPart: 69,
  unreachable: 69,
  disk: 74,
  notAllowed: 77,
  stopped: 130,
} as const

/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Why a command ended: a sentence for people, a code for programs, and the exit code. */
export class CliError extends Error {
  readonly code: string
  readonly exitCode: ExitCode

  constructor(code: string, exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CliError'
    this.code = code
    this.exitCode = exitCode
  }
}

/** The caller typed something that makes no sense. */
export function usageError(message: string, cause?: unknown): CliError {
  return new CliError('USAGE', EXIT.usage, message, { cause })
}

/** A file from outside cannot be used. */
export function inputError(message: string, cause?: unknown): CliError {
  return new CliError('BAD_INPUT', EXIT.badInput, message, { cause })
}

/** The system or its owner forbids it. */
export function forbiddenError(message: string, cause: unknown): CliError {
  return new CliError('NOT_ALLOWED', EXIT.notAllowed, message, { cause })
}

/** Somebody no longer wants to wait for a server, which goes on. */
export function leftError(message: string, cause: unknown): CliError {
  return new CliError('LEFT', EXIT.stopped, message, { cause })
}

/** Gives any error its sentence and its exit code. */
export function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error
  if (error instanceof Error && error.name === 'AbortError') {
    return new CliError('STOPPED', EXIT.stopped, 'Stopped.', { cause: error })
  }
  const missing = describeMissingPart(error)
  if (missing) return new CliError('MISSING_PART', EXIT.missingPart, missing, { cause: error })
  if (isRenderError(error)) {
    return new CliError(error.code, RENDER_EXITS[error.code] ?? EXIT.failed, error.message, { cause: error })
  }
  if (isStartError(error)) {
    return new CliError(error.code, START_EXITS[error.code] ?? EXIT.failed, error.message, { cause: error })
  }
  // Known by its name, as templates are not loaded for every command either.
  if (error instanceof Error && error.name === 'TemplateFolderError') return inputError(error.message, error)
  return describeSystemError(error) ?? describeUnknown(error)
}

const RENDER_EXITS: Record<string, ExitCode> = {
  ASSET_TYPE_MISMATCH: EXIT.badInput,
  ASSET_UNSUPPORTED: EXIT.badInput,
  ASSET_TRUNCATED: EXIT.badInput,
  ASSET_CORRUPT: EXIT.badInput,
  ASSET_TOO_LARGE: EXIT.badInput,
  AUDIO_MISSING: EXIT.badInput,
  AUDIO_RANGE_INVALID: EXIT.badInput,
  LYRICS_MISSING: EXIT.badInput,
  LYRICS_INVALID: EXIT.badInput,
  FONT_INVALID: EXIT.badInput,
  LOGO_INVALID: EXIT.badInput,
  ANIMATION_INVALID: EXIT.badInput,
  TEMPLATE_DATA_INVALID: EXIT.usage,
  UNKNOWN_CONTENT: EXIT.usage,
  STORAGE_FULL: EXIT.disk,
  RENDER_CANCELED: EXIT.stopped,
}

/** What keeps an operator's command from its work. */
const START_EXITS: Record<string, ExitCode> = {
  SETTINGS_INVALID: EXIT.usage,
  SETTING_UNUSABLE: EXIT.usage,
  BACKUP_UNUSABLE: EXIT.badInput,
  TARGET_NOT_EMPTY: EXIT.badInput,
  DATABASE_NEWER: EXIT.badInput,
  STORAGE_UNREACHABLE: EXIT.unreachable,
  DATABASE_UNREACHABLE: EXIT.unreachable,
  NO_ROOM: EXIT.disk,
  DATA_FOLDER_IN_USE: EXIT.notAllowed,
}

/** Known by its shape, too: the server is not loaded for every command. */
function isStartError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && error.name === 'StartError' && 'code' in error
}

/** Known by its shape: the engine is not loaded for every command. */
function isRenderError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && error.name === 'RenderError' && 'code' in error
}

const SYSTEM_ERRORS: Record<string, [code: string, exitCode: ExitCode, what: string]> = {
  ENOENT: ['BAD_INPUT', EXIT.badInput, 'does not exist'],
  ENOTDIR: ['BAD_INPUT', EXIT.badInput, 'lies in something that is not a folder'],
  EISDIR: ['BAD_INPUT', EXIT.badInput, 'is a folder'],
  EACCES: ['NOT_ALLOWED', EXIT.notAllowed, 'may not be used by you (permission denied)'],
  EPERM: ['NOT_ALLOWED', EXIT.notAllowed, 'may not be used by you (not permitted)'],
  EROFS: ['NOT_ALLOWED', EXIT.notAllowed, 'lies on a read-only file system'],
  ENOSPC: ['STORAGE_FULL', EXIT.disk, 'finds no space left'],
  EDQUOT: ['STORAGE_FULL', EXIT.disk, 'finds your quota used up'],
}

function describeSystemError(error: unknown): CliError | undefined {
  const known = findSystemError(error)
  if (!known) return undefined
  const { path } = error as NodeJS.ErrnoException
  return new CliError(known.code, known.exitCode, `${path ?? 'A file'} ${known.what}.`, { cause: error })
}

/** What an error of the file system means for whoever called us. */
export function findSystemError(
  error: unknown,
): { code: string; exitCode: ExitCode; what: string } | undefined {
  if (!(error instanceof Error)) return undefined
  const known = SYSTEM_ERRORS[(error as NodeJS.ErrnoException).code ?? '']
  if (!known) return undefined
  const [code, exitCode, what] = known
  return { code, exitCode, what }
}

function describeUnknown(error: unknown): CliError {
  const reason = error instanceof Error ? error.message : String(error)
  const message = `Something went wrong on our side: ${reason}   Details: --verbose, songreel doctor`
  return new CliError('INTERNAL', EXIT.failed, message, { cause: error })
}
