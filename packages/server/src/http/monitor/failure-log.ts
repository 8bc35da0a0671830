import type { FastifyRequest } from 'fastify'
import type { ServiceError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { readRequestFacts } from './request-scope.ts'

/** What is refused or away for one request is so for the next hundred: one line in this time says it. */
const SAY_EVERY_MS = 60_000
/** So many reasons are told apart; there are about twenty. */
const MAX_REASONS = 1000

type Told = { atMs: number; untold: number }

/** Notes why a request failed, if that is more than its own fault. */
export type FailureLog = (failure: ServiceError, request: FastifyRequest) => void

/**
 * Makes the log of one application. A bug is an error with its origin, each time. Something that the service leans on and
 * that is away is one, too, but once in a while. A refusal (too much at once, stopping) is no error: it has no stack, and
 * the request's own line counts it.
 */
export function createFailureLog({ log }: Pick<Services, 'log'>, nowMs = Date.now): FailureLog {
  const told = new Map<string, Told>()

  /** How many like this were not told since the last that was; undefined: it is not yet time for another. */
  function findUntold(reason: string): number | undefined {
    const last = told.get(reason)
    if (last && nowMs() - last.atMs < SAY_EVERY_MS) {
      last.untold++
      return undefined
    }
    if (told.size >= MAX_REASONS) told.clear()
    told.set(reason, { atMs: nowMs(), untold: 0 })
    return last?.untold ?? 0
  }

  return (failure, request) => {
    if (failure.status < 500) return
    const { code, cause, message: reason } = failure
    const route = request.routeOptions.url
    const own = readRequestFacts(request)
    if (code !== 'UNAVAILABLE') return log.error({ ...own, route, err: cause ?? failure }, 'request failed')
    const untold = findUntold(cause ? describeCause(cause) : `${route} ${reason}`)
    if (untold === undefined) return
    const facts = { ...own, route, ...(untold > 0 && { untold }) }
    if (cause) log.error({ ...facts, err: cause }, 'request failed')
    else log.warn({ ...facts, code, reason }, 'request refused')
  }
}

function describeCause(cause: unknown): string {
  const { code, message } = cause as { code?: unknown; message?: unknown }
  return `${code} ${message}`
}
