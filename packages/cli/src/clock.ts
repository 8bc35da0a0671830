/** Reads a point in time as people write it: `12`, `12.5`, `1:02`, `1:02.25`, `1:02:03`; undefined for anything else. */
export function parseClock(text: string): number | undefined {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:\.\d{1,6})?)$/.exec(text.trim())
  if (!match) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  const hasMinutes = match[2] !== undefined
  if (hasMinutes && Number(seconds) >= 60) return undefined
  if (match[1] !== undefined && Number(minutes) >= 60) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** A point in a song: `0:30`, `3:24`, `1:02:03`; parts of a second are left out. */
export function formatClock(secs: number): string {
  const whole = Math.max(0, Math.floor(secs + 1e-6))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** How long something took: `0.4 s`, `2 min 5 s`. */
export function formatTook(ms: number): string {
  const secs = ms / 1000
  if (secs < 99.95) return `${secs.toFixed(1)} s`
  return formatLong(Math.round(secs))
}

/** How long something will still take: `about 3 s left`. */
export function formatLeft(secs: number): string {
  return `about ${secs < 100 ? `${Math.max(1, Math.round(secs))} s` : formatLong(Math.round(secs))} left`
}

function formatLong(secs: number): string {
  const hours = Math.floor(secs / 3600)
  const minutes = Math.floor(secs / 60) % 60
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${secs % 60} s`
}
