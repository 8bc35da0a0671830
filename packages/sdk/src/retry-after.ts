/** Seconds from a Retry-After header, which holds seconds or a date. */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const secs = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(secs) ? undefined : Math.max(0, secs)
}
