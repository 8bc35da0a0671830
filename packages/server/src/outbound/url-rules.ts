import { isIP } from 'node:net'
import type { WorkError } from '../work-error.ts'
import { refused } from './outbound-error.ts'
import { findAddressRefusal, isAllowedHost, type OutboundPolicy } from './policy.ts'

/** Longest address that is looked at; signed links of storage services reach a few thousand characters. */
const MAX_URL_CHARACTERS = 8192
const MAX_NAME_CHARACTERS = 253

/** Ends of names that never belong to the public internet (RFC 6761, 6762, 8375, ICANN's .internal, home routers). */
const LOCAL_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'localdomain',
  'home.arpa',
  'lan',
  'home',
  'corp',
  'intranet',
  'private',
  'onion',
]

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Reads an address that a client gave, or throws a refusal; what it returns is the very thing that is fetched. */
export function readOutboundUrl(policy: OutboundPolicy, text: string): URL {
  if (text.length > MAX_URL_CHARACTERS) throw refused(`more than ${MAX_URL_CHARACTERS} characters`)
  const url = URL.parse(text)
  if (!url) throw refused('it cannot be read as a URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused(`its scheme is ${url.protocol}`)
  if (url.username || url.password) throw refused('it carries a user name or password')
  const host = getUrlHost(url)
  const port = getUrlPort(url)
  const refusal = isIP(host)
    ? findAddressRefusal(policy, { host, address: host, port })
    : findNameRefusal(policy, host, port)
  if (refusal) throw refused(refusal)
  return url
}

/** Whether a URL can be refused without a DNS lookup. */
export function findUrlRefusal(policy: OutboundPolicy, text: string): WorkError | undefined {
  try {
    readOutboundUrl(policy, text)
    return undefined
  } catch (error) {
    return error as WorkError
  }
}

/** The host without the brackets of IPv6 and without the root's dot. */
export function getUrlHost(url: Pick<URL, 'hostname'>): string {
  return url.hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

/** The port, also where the URL leaves it to the scheme. */
export function getUrlPort(url: Pick<URL, 'port' | 'protocol'>): number {
  if (url.port === '') return url.protocol === 'https:' ? 443 : 80
  return Number(url.port)
}

function findNameRefusal(policy: OutboundPolicy, host: string, port: number): string | undefined {
  const labels = host.split('.')
  if (host.length > MAX_NAME_CHARACTERS || !labels.every((label) => LABEL.test(label))) {
    return `"${host}" is not a host name`
  }
  if (isAllowedHost(policy, host)) return undefined
  if (policy.isLoopbackAllowed && labels.at(-1) === 'localhost') return undefined
  if (labels.length === 1) return `"${host}" is a name without a domain`
  const suffix = LOCAL_SUFFIXES.find((local) => host === local || host.endsWith(`.${local}`))
  if (suffix) return `names under .${suffix} are local`
  // A name may still lead to an allowed address, where every port is open: only the connector knows.
  const canBeExcepted = policy.isLoopbackAllowed || policy.allowedRanges.length > 0
  if (!canBeExcepted && !policy.ports.includes(port)) return `port ${port} is not among the allowed ones`
  return undefined
}
