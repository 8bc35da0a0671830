import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write that another site makes a browser send: a cookie goes along by itself, so it proves nothing. Browsers
 * say where a write comes from; whatever does not say so is no page of ours.
 */
export function demandSameOrigin(request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method)) return
  const { 'sec-fetch-site': site, origin } = request.headers
  const isOurs = site === undefined ? isOwnOrigin(request, origin) : site === 'same-origin'
  if (isOurs) return
  throw new ServiceError('FORBIDDEN', {
    message:
      'A session changes things only from the pages of this server, and this request comes from elsewhere. Programs send the header Authorization: Bearer <authToken> instead.',
  })
}

/** By the address that the browser uses, or by the one that is set: a proxy may rewrite the first. */
function isOwnOrigin(request: FastifyRequest, origin: string | undefined): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  return (
    new URL(origin).host === request.headers.host || origin === new URL(request.server.publicUrl()).origin
  )
}
