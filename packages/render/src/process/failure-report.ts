import { RenderError } from '../errors.ts'
import type { FailureReport } from './messages.ts'

/** Describes an error for the other side of a process or thread border. */
export function toFailureReport(error: unknown): FailureReport {
  const known = toRenderError(error)
  return { code: known.code, message: known.message, details: known.details, stack: describeStack(error) }
}

/** Makes the error anew; what happened on the other side is kept as its cause. */
export function fromFailureReport({ code, message, details, stack }: FailureReport): RenderError {
  const cause = new Error(message)
  cause.stack = stack
  return new RenderError(code, message, details, { cause })
}

function toRenderError(error: unknown): RenderError {
  if (error instanceof RenderError) return error
  if (isOutOfSpace(error)) {
    return new RenderError(
      'STORAGE_FULL',
      'No space left in the work folder. Free some and try again.',
      {},
      { cause: error },
    )
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new RenderError('INTERNAL', `The render failed: ${reason}`, {}, { cause: error })
}

function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

function describeStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? error.message
  return error.cause === undefined ? own : `${own}\nCaused by: ${describeStack(error.cause)}`
}
