import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether a host is this very computer: `localhost`, a name below it, or a loopback address (in brackets too). */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return isIP(name) !== 0 && ipaddr.process(name).range() === 'loopback'
}
