import { Songreel } from '@songreel/sdk'
import { fetchOnce } from './fetch-once.ts'

/** The API of the server that sent this page; the browser's cookie says who asks. */
export const songreel = new Songreel({ baseUrl: location.origin, fetch: fetchOnce })

/** Links are good for 7 days. */
const KEPT_MS = 12 * 60 * 60_000
const kept = new Map<string, { url: string; sinceMs: number }>()

/**
 * A link of the server's as an address of this origin: people reach a server by names that it does not know. Links are
 * signed anew whenever a record is read; the first one is kept, so that no picture is loaded twice and no video starts over.
 */
export function toOwnUrl(link: string): string {
  const { pathname, search } = new URL(link, location.origin)
  const known = kept.get(pathname)
  if (known && Date.now() - known.sinceMs < KEPT_MS) return known.url
  const url = pathname + search
  kept.set(pathname, { url, sinceMs: Date.now() })
  return url
}
