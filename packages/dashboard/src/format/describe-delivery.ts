import type { Delivery } from '@songreel/sdk'
import { formatSecs } from './format.ts'

/** How many attempts there are before a delivery is given up: docs/webhooks.md. */
const MAX_ATTEMPTS = 10

/** Its state for a pill: one that failed so far looks different from one that is on its way. */
export function findState({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): string {
  return status === 'PENDING' && attempts.length > 0 ? 'RETRYING' : status
}

/** What the receiver said last, or why it said nothing. */
export function describeResponse({ attempts }: Pick<Delivery, 'attempts'>): string {
  const last = attempts.at(-1)
  return last ? describeAttempt(last) : 'Not sent yet'
}

/** One attempt in a few words: "500 in 0.2 s". */
export function describeAttempt({ status, error, tookMs }: Delivery['attempts'][number]): string {
  return status === undefined ? (error ?? 'No response') : `${status} in ${formatTook(tookMs)}`
}

/** How many attempts there were, out of how many there may be. */
export function describeAttempts({ attempts, status }: Pick<Delivery, 'attempts' | 'status'>): string {
  return status === 'PENDING' && attempts.length > 0
    ? `attempt ${attempts.length} of ${MAX_ATTEMPTS}`
    : `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`
}

function formatTook(ms: number): string {
  return ms < 1000 ? `${ms} ms` : formatSecs(ms / 1000)
}
