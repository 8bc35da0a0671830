import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address as read: mapped IPv6 addresses are their IPv4 address. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A block of addresses: its first one and how many bits are fixed. */
export type AddressRange = [Address, number]

const MAPPED_PREFIX_BITS = 96

/** The IANA IPv4 special-purpose registry, multicast, and one public-looking address that is a cloud's own. */
const IPV4_REFUSED = parseRanges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure answers its machines here (WireServer), although the block is registered as public.
  '168.63.129.16/32',
)

/** Global unicast: everything else in IPv6 (NAT64, unique local, link-local, multicast ...) is refused. */
const IPV6_GLOBAL = parseRanges('2000::/3')

/** What the IANA IPv6 special-purpose registry takes out of it: protocol use with Teredo, documentation, 6to4, AS112. */
const IPV6_REFUSED = parseRanges('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20')

const LOOPBACK = parseRanges('127.0.0.0/8', '::1/128')

/** Where an operator's own machines live. */
const INTERNAL = parseRanges(
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
)

/** Instance metadata inside those ranges (Alibaba Cloud, AWS over IPv6): it hands out credentials. */
const INTERNAL_METADATA = parseRanges('100.100.100.200/32', 'fd00:ec2::254/128')

/** Reads an address in its plain notation; zone ids are not read, because they only name a local link. */
export function readAddress(text: string): Address | undefined {
  const family = isIP(text)
  if (family === 0 || text.includes('%')) return undefined
  // ipaddr.js takes the old "::8.8.8.8" for a mapped address, which it is not: it only sees the form in hex.
  return ipaddr.process(family === 4 ? text : new URL(`http://[${text}]/`).hostname.slice(1, -1))
}

/** Reads `10.0.0.0/8`, or one address as a range of its own. */
export function readAddressRange(text: string): AddressRange | undefined {
  if (ipaddr.isValidCIDR(text)) return unwrapRange(ipaddr.parseCIDR(text) as AddressRange)
  const address = readAddress(text)
  return address && [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Whether the address is in one of the ranges; kinds are never mixed. */
export function isInRanges(address: Address, ranges: AddressRange[]): boolean {
  return ranges.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits))
}

/** Whether the address belongs to the public internet. */
export function isPublicAddress(address: Address): boolean {
  if (address.kind() === 'ipv4') return !isInRanges(address, IPV4_REFUSED)
  return isInRanges(address, IPV6_GLOBAL) && !isInRanges(address, IPV6_REFUSED)
}

/** Whether the address is this computer itself. */
export function isLoopbackAddress(address: Address): boolean {
  return isInRanges(address, LOOPBACK)
}

/** Whether an allowed host name may lead here: private networks and loopback, never link-local or metadata. */
export function isInternalAddress(address: Address): boolean {
  return isInRanges(address, INTERNAL) && !isInRanges(address, INTERNAL_METADATA)
}

/** Addresses are unwrapped before they are compared, so a range of mapped ones must be too. */
function unwrapRange([first, bits]: AddressRange): AddressRange {
  const isMapped = 'isIPv4MappedAddress' in first && first.isIPv4MappedAddress() && bits >= MAPPED_PREFIX_BITS
  return isMapped ? [first.toIPv4Address(), bits - MAPPED_PREFIX_BITS] : [first, bits]
}

function parseRanges(...texts: string[]): AddressRange[] {
  return texts.map((text) => ipaddr.parseCIDR(text) as AddressRange)
}
