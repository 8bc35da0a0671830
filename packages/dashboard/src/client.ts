import { Songreel } from '@songreel/sdk'

/** The API of the server that sent this page; the browser's cookie says who asks. */
export const songreel = new Songreel({ baseUrl: location.origin })

/** A link of the server's as an address of this origin: people reach a server by names that it does not know. */
export function toOwnUrl(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}
