import { lookup } from 'node:dns/promises'

/** Finds every address of a host name. */
export type Resolve = (host: string) => Promise<string[]>

/** Asks the operating system, so that its hosts file and name servers count as for every other program. */
export const resolveBySystem: Resolve = async (host) => {
  // IPv4 first: a machine without an IPv6 route would otherwise fail once before every connection.
  const found = await lookup(host, { all: true, order: 'ipv4first' })
  return found.map(({ address }) => address)
}
