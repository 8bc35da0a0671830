import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'

/**
 * Refuses what a page of somebody else makes a browser send: another origin than ours, or a name of theirs that they let
 * point here (DNS rebinding). IP addresses, localhost and names without a dot can't be pointed elsewhere by others.
 */
export function refuseForeignPage({ headers, host, server }: FastifyRequest): void {
  const publicUrl = new URL(server.publicUrl())
  const { origin } = headers
  const hostName = URL.parse(`http://${host}`)?.hostname ?? ''
  if (hostName !== publicUrl.hostname && !isOwnName(hostName))
    throw forbid(
      `The Host header names ${hostName}, and this service is ${publicUrl.host}. Set SONGREEL_PUBLIC_URL to the URL that clients use.`,
    )
  if (origin === undefined) return
  const isOurs = origin === publicUrl.origin || URL.parse(origin)?.host === host
  if (!isOurs) throw forbid('This comes from a page of another origin, which may not call this path.')
}

function isOwnName(hostName: string): boolean {
  return isIP(hostName.replace(/^\[|\]$/g, '')) !== 0 || !hostName.includes('.')
}

function forbid(message: string): ServiceError {
  return new ServiceError('FORBIDDEN', { message })
}
