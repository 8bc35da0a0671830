import type { IncomingMessage } from 'node:http'

const HOST_FORM = /^(\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(:\d{1,5})?$/i

/** What is wrong with the Host header, if anything: RFC 9112 wants exactly one in HTTP/1.1. */
export function findHostError({
  headers,
  rawHeaders,
  httpVersionMinor,
}: IncomingMessage): string | undefined {
  const { host } = headers
  if (host === undefined) return httpVersionMinor === 0 ? undefined : 'The Host header is missing.'
  if (!HOST_FORM.test(host)) return 'The Host header is not a host name with an optional port.'
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1 ? 'There is more than one Host header.' : undefined
}
