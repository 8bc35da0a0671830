import { isDiskFull, RenderError, type RenderErrorCode, type RenderErrorFacts } from '@songreel/kit/core'

/** An error as it crosses the border of a process or a thread. */
export type FailureReport = {
  code: RenderErrorCode
  seen: string
  facts: RenderErrorFacts
  /** For the operator's log; never shown to a client. */
  stack: string
}

/** Describes an error for the other side of a process or thread border. */
export function toFailureReport(error: unknown): FailureReport {
  const { code, seen, advice, details } = toRenderError(error)
  return { code, seen, facts: { ...details, ...(advice && { advice }) }, stack: describeStack(error) }
}

/** Recreates the error, with the original one as its cause. */
export function fromFailureReport({ code, seen, facts, stack }: FailureReport): RenderError {
  const cause = new Error(seen)
  cause.stack = stack
  return new RenderError(code, seen, facts, { cause })
}

function toRenderError(error: unknown): RenderError {
  if (error instanceof RenderError) return error
  if (isDiskFull(error)) {
    const advice = 'Free some and try again.'
    return new RenderError('STORAGE_FULL', 'No space left in the work folder.', { advice }, { cause: error })
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new RenderError('INTERNAL', `The render failed: ${reason}`, {}, { cause: error })
}

function describeStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? error.message
  return error.cause === undefined ? own : `${own}\nCaused by: ${describeStack(error.cause)}`
}
