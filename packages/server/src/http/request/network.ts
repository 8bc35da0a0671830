import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

const IPV6_NETWORK_BITS = 64

/**
 * By what an address is counted: IPv4 as it is, IPv6 by the network that is given to one customer, who may otherwise come
 * from a new address with every connection.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%')[0]}/${IPV6_NETWORK_BITS}`).toString()
}
