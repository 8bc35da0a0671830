/** Longest wait that is believed; beyond a day it is a mistake or malice. */
const MAX_RETRY_AFTER_SECS = 24 * 3600

/** Reads a Retry-After header, which holds seconds or a date. */
export function readRetryAfterSecs(header: string | undefined, nowMs = Date.now()): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const secs = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((readHttpDateMs(text) - nowMs) / 1000)
  return Number.isNaN(secs) ? undefined : Math.min(Math.max(secs, 0), MAX_RETRY_AFTER_SECS)
}

/** Only the form with a weekday: Date.parse would take "5 min" and many other things for dates. */
function readHttpDateMs(text: string): number {
  return /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
}
