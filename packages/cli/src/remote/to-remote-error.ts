import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  PermissionError,
  SongreelError,
  TimeoutError,
  ValidationError,
} from '@songreel/sdk'
import { CliError, EXIT, type ExitCode, findSystemError, inputError, leftError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
import { isThisMachine, maskToken, type Server } from './choose-server.ts'

/** Says what went wrong between here and a server, with the server's own words where it has any. */
export function toRemoteError(error: unknown, server: Server): unknown {
  // The SDK's own, or that of a pause.
  if (error instanceof Error && error.name === 'AbortError')
    return leftError('Stopped. What the server has begun goes on.', error)
  if (error instanceof ApiError) return describeApiError(error, server)
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return new CliError('UNREACHABLE', EXIT.unreachable, describeSilence(error, server), { cause: error })
  if (!(error instanceof SongreelError)) return error
  const message = cleanText(error.message)
  const known = findSystemError(error.cause)
  return known
    ? new CliError(known.code, known.exitCode, message, { cause: error })
    : inputError(message, error)
}

function describeApiError(error: ApiError, { url, token }: Server): CliError {
  const { status, code, message, details } = error
  const told = cleanText(message)
  // The message is about the first field; the others are named here.
  const others = details.filter((detail) => detail.message && !told.includes(detail.message))
  const more = others.map(
    ({ field, message }) => ` ${cleanText([field, message].filter(Boolean).join(': '))}.`,
  )
  const whose = token ? ` The token starts with ${maskToken(token)}` : ' There is no token'
  const help =
    error instanceof AuthenticationError
      ? `${whose}; the server is ${url}.   Sign in: songreel login ${url} --token-file <file>`
      : ''
  return new CliError(code, chooseExit(error), `${status} ${code}: ${told}${more.join('')}${help}`, {
    cause: error,
  })
}

function chooseExit(error: ApiError): ExitCode {
  if (error instanceof ValidationError) return EXIT.badInput
  if (error instanceof AuthenticationError || error instanceof PermissionError) return EXIT.notAllowed
  return error.retryable && error.status >= 429 ? EXIT.unreachable : EXIT.failed
}

function describeSilence(error: SongreelError, { url, from }: Server): string {
  const { code = '', message = '' } =
    (error.cause as { cause?: NodeJS.ErrnoException } | undefined)?.cause ?? {}
  const reason = cleanText(code || message || error.message)
  const start = isThisMachine(url) ? ' Start one: songreel serve  ' : ''
  return `No Songreel server responds at ${url} (${from}; ${reason}).${start} Another address: songreel login <url>, or SONGREEL_URL`
}
