const SECS = 1
const MINUTES = 60
const HOURS = 3600

/** When an event is tried: each entry counts from the try before it. */
const DELAYS_SECS = [
  0,
  5 * SECS,
  5 * MINUTES,
  30 * MINUTES,
  2 * HOURS,
  5 * HOURS,
  10 * HOURS,
  14 * HOURS,
  20 * HOURS,
  24 * HOURS,
]
const JITTER = 0.1

/** Seconds until the next attempt, after so many; undefined when it is given up. A receiver may ask for more time, not for less. */
export function nextDelaySecs(
  triesSoFar: number,
  retryAfterSecs = 0,
  random = Math.random,
): number | undefined {
  const delay = DELAYS_SECS[triesSoFar]
  if (delay === undefined) return undefined
  return Math.max(delay * (1 + JITTER * random()), Math.min(retryAfterSecs, 24 * HOURS))
}
