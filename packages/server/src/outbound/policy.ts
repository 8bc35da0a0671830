import type { Config } from '../config/config.ts'
import { isLoopbackHost } from '../loopback-host.ts'
import {
  type Address,
  type AddressRange,
  isInRanges,
  isInternalAddress,
  isLoopbackAddress,
  isPublicAddress,
  readAddress,
  readAddressRange,
} from './address-rules.ts'
import { createDial, type Dial } from './dial.ts'
import { type Resolve, resolveBySystem } from './resolve.ts'

/** How long a fetch may take, and how far it may be sent on. */
export type FetchLimits = { redirects: number; connectMs: number; idleMs: number; totalMs: number }

/** Where the service may go when a client names the address, and how it gets there. */
export type OutboundPolicy = {
  isLoopbackAllowed: boolean
  /** Names the operator allowed: `files.corp`, or `*.corp` for everything below it. */
  allowedHosts: string[]
  allowedRanges: AddressRange[]
  /** Ports on public hosts; what the operator allowed may be reached on any port. */
  ports: number[]
  limits: FetchLimits
  resolve: Resolve
  dial: Dial
}

/** One place to connect to: the host of the URL, one of its addresses, and the port. */
export type Destination = { host: string; address: string; port: number }

type OutboundConfig = Pick<
  Config,
  | 'host'
  | 'isStrict'
  | 'allowPrivateHosts'
  | 'fetchPorts'
  | 'fetchRedirects'
  | 'fetchConnectSecs'
  | 'fetchIdleSecs'
  | 'fetchTotalSecs'
>

/** Makes the policy from the settings; the network is an argument so that tests can stand in for the world. */
export function createOutboundPolicy(
  config: OutboundConfig,
  network: Partial<Pick<OutboundPolicy, 'resolve' | 'dial'>> = {},
): OutboundPolicy {
  const entries = config.allowPrivateHosts.map((text) => ({ text, range: readAddressRange(text) }))
  return {
    isLoopbackAllowed: isLoopbackHost(config.host) && !config.isStrict,
    allowedHosts: entries.filter(({ range }) => !range).map(({ text }) => text.toLowerCase()),
    allowedRanges: entries.flatMap(({ range }) => (range ? [range] : [])),
    ports: config.fetchPorts,
    limits: {
      redirects: config.fetchRedirects,
      connectMs: config.fetchConnectSecs * 1000,
      idleMs: config.fetchIdleSecs * 1000,
      totalMs: config.fetchTotalSecs * 1000,
    },
    resolve: network.resolve ?? resolveBySystem,
    dial: network.dial ?? createDial(),
  }
}

/** Whether the operator allowed this host name. */
export function isAllowedHost(policy: OutboundPolicy, host: string): boolean {
  return policy.allowedHosts.some((entry) =>
    entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry,
  )
}

/** Says why this address may not be connected to, or nothing when it may. */
export function findAddressRefusal(
  policy: OutboundPolicy,
  { host, address, port }: Destination,
): string | undefined {
  const read = readAddress(address)
  if (!read) return `"${address}" is not a plain address`
  if (isExcepted(policy, host, read)) return undefined
  if (!isPublicAddress(read)) return `${address} is not public`
  if (!policy.ports.includes(port)) return `port ${port} is not among the allowed ones`
  return undefined
}

function isExcepted(policy: OutboundPolicy, host: string, address: Address): boolean {
  if (policy.isLoopbackAllowed && isLoopbackAddress(address)) return true
  if (isInRanges(address, policy.allowedRanges)) return true
  return isAllowedHost(policy, host) && (isPublicAddress(address) || isInternalAddress(address))
}
