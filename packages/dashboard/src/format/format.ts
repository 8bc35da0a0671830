const UNITS: [unit: Intl.RelativeTimeFormatUnit, secs: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
/** What the server has just done may seem to be ahead by so much: clocks differ. */
const CLOCK_SKEW_SECS = 5
const SOON_MS = 60_000
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** How long ago, or how far ahead, in the largest unit that fits: "2 min. ago", "in 5 min.". */
export function formatAgo(iso: string, nowMs: number): string {
  const secs = (Date.parse(iso) - nowMs) / 1000
  const [unit, unitSecs] = UNITS.find(([, each]) => Math.abs(secs) >= each) ?? []
  if (unit && unitSecs) return relative.format(Math.round(secs / unitSecs), unit)
  return secs > CLOCK_SKEW_SECS ? 'in a moment' : 'just now'
}

/** When something that has not happened yet is due: once its time has come, that is any moment. */
export function formatDue(iso: string, nowMs: number): string {
  return Date.parse(iso) - nowMs < SOON_MS ? 'in a moment' : formatAgo(iso, nowMs)
}

/** A length of a song or video: 0:07.4, 3:24.0. */
export function formatLength(secs: number): string {
  const tenths = Math.round(secs * 10)
  const rest = (tenths % 600) / 10
  return `${Math.floor(tenths / 600)}:${rest < 10 ? '0' : ''}${rest.toFixed(1)}`
}

/** How long something takes or took: 4 s, 1 min 20 s, 2 h. */
export function formatSecs(secs: number): string {
  const whole = Math.max(1, Math.round(secs))
  if (whole < 60) return `${secs < 10 && secs % 1 ? secs.toFixed(1) : whole} s`
  const parts: [count: number, unit: string][] = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ]
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ')
}

/** A number and its noun: 1 video, 2 videos. */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** A place in a queue: 1st, 2nd, 3rd, 11th. */
export function formatPlace(place: number): string {
  const tens = place % 100
  const ending = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${ending}`
}
