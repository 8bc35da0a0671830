import type { Delivery } from '@songreel/sdk'
import { formatSecs } from './format.ts'

/** How many tries there are before a delivery is given up: docs/webhooks.md. */
const MAX_TRIES = 10

/** Its state for a pill: one that was tried in vain looks different from one that is on its way. */
export function findState({ status, tries }: Pick<Delivery, 'status' | 'tries'>): string {
  return status === 'PENDING' && tries.length > 0 ? 'RETRYING' : status
}

/** What the receiver said last, or why it said nothing. */
export function describeResponse({ tries }: Pick<Delivery, 'tries'>): string {
  const last = tries.at(-1)
  return last ? describeTry(last) : 'Not sent yet'
}

/** One try in a few words: "500 in 0.2 s". */
export function describeTry({ status, error, tookMs }: Delivery['tries'][number]): string {
  return status === undefined ? (error ?? 'No response') : `${status} in ${formatTook(tookMs)}`
}

/** How often it was tried, out of how often it may be. */
export function describeTries({ tries, status }: Pick<Delivery, 'tries' | 'status'>): string {
  return status === 'PENDING' && tries.length > 0
    ? `try ${tries.length} of ${MAX_TRIES}`
    : `${tries.length} ${tries.length === 1 ? 'try' : 'tries'}`
}

function formatTook(ms: number): string {
  return ms < 1000 ? `${ms} ms` : formatSecs(ms / 1000)
}
