import { isIP } from 'node:net'
import type { Destination } from '@songreel/contract'
import { invalidField } from '../errors.ts'
import {
  createOutboundPolicy,
  findAddressRefusal,
  isAllowedHost,
  type OutboundPolicy,
} from '../outbound/policy.ts'
import { refuseForbiddenUrl } from '../outbound/refuse-forbidden-url.ts'
import { getUrlHost, getUrlPort } from '../outbound/url-rules.ts'
import type { Services } from '../services.ts'
import { getSealedCredentials } from '../store/destination-credentials.ts'
import type { Db } from '../store/schema.ts'

type OutboundConfig = Services['config']

/** Refuses what can be known to fail without asking the network: an address that may not be reached, and unknown credentials. */
export async function refuseUnusableDestination(
  { config }: { config: OutboundConfig },
  db: Db,
  orgId: string,
  { destination, field }: { destination: Destination; field: string },
): Promise<void> {
  refuseForbiddenEndpoint(config, destination.endpoint, `${field}.endpoint`)
  const { credentialsId } = destination
  await getSealedCredentials(db, { orgId, credentialsId }, `${field}.credentialsId`)
}

/** Refuses an endpoint that may never be reached, or only in the clear. */
export function refuseForbiddenEndpoint(
  config: OutboundConfig,
  endpoint: string | undefined,
  field: string,
): void {
  if (endpoint === undefined) return
  refuseForbiddenUrl(config, field, endpoint)
  if (isClearOnNetwork(createOutboundPolicy(config), endpoint))
    throw invalidField(
      field,
      'NOT_ALLOWED',
      `must be https, because the video would be readable on its way, not ${new URL(endpoint).origin}`,
    )
}

/** Whether an endpoint is plain http and not one that the operator has allowed: a host inside the network needs no TLS. */
export function isClearOnNetwork(policy: OutboundPolicy, endpoint: string): boolean {
  const url = new URL(endpoint)
  if (url.protocol === 'https:') return false
  const host = getUrlHost(url)
  if (isAllowedHost(policy, host)) return false
  if (policy.isLoopbackAllowed && /(^|\.)localhost$/.test(host)) return false
  if (!isIP(host)) return true
  // With no port allowed, only what the operator has excepted passes.
  const excepted = { ...policy, ports: [] }
  return findAddressRefusal(excepted, { host, address: host, port: getUrlPort(url) }) !== undefined
}
