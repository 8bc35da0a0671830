import type { IncomingMessage } from 'node:http'
import { newUlid } from '../store/new-id.ts'

const SANE_ID = /^[\w.:+/=@-]{1,128}$/

/** The caller's own X-Request-Id where it is harmless, otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SANE_ID.test(given) ? given : newRequestId()
}

/** An id for a request that could not even be read. */
export function newRequestId(): string {
  return `rq_${newUlid()}`
}
