/** Seconds in the unit of a format; nothing is before the start. */
export function toUnits(secs: number, unitsPerSec: 100 | 1000): number {
  return Math.max(0, Math.round(secs * unitsPerSec))
}

/** `00:00:12.345` of milliseconds, `0:00:12.34` of hundredths. */
export function writeClock(
  units: number,
  {
    unitsPerSec,
    point = '.',
    hourDigits = 2,
  }: { unitsPerSec: 100 | 1000; point?: string; hourDigits?: number },
): string {
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0')
  const secs = Math.floor(units / unitsPerSec)
  const clock = [
    pad(Math.floor(secs / 3600), hourDigits),
    pad(Math.floor(secs / 60) % 60, 2),
    pad(secs % 60, 2),
  ]
  return `${clock.join(':')}${point}${pad(units % unitsPerSec, unitsPerSec === 100 ? 2 : 3)}`
}
