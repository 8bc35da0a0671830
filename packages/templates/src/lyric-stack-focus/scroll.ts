import { clamp01, cubicOut, ease, expoOut, type Frame, mix } from '@songreel/kit'
import type { Row, StackLayout } from './layout.ts'

/** The stack begins to move so long before a line, to be there when it is sung. */
const LEAD_SECS = 0.14
const MOVE_SECS = 0.6
/** Each line further down follows a little later, like things on a string. */
const TRAIL_SECS = 0.035
const MOST_TRAILING = 5
/** How much of the change happens in the very frame of the time stamp. */
const ATTACK = 0.5
const ATTACK_SECS = 0.14
const RELEASE_SECS = 0.4
/** A line that leaves the window or comes into it. */
const FADE_SECS = 0.3
/** On their way out lines have gone this part of the window's height beyond its edges. */
const EDGE = 0.035
/** A time on a frame's very moment must not slip to the next one. */
const EPSILON_SECS = 1e-6

/** How the stack moves. */
export type Scroll = {
  /** How far a row is from where it stands in a stack that begins at the window's top. */
  shift(row: number, frame: Frame): number
  /** 0 while nothing of the row may be seen, 1 in the window. */
  presence(row: number, frame: Frame): number
  /** 1 while the row is sung, 0 when it rests. */
  focus(row: number, frame: Frame): number
}

/** Plans every move of the stack: one to each line or interlude, shortly before it begins. */
export function planScroll({ rows, window, focusY }: StackLayout): Scroll {
  const stops = planStops(rows, { window, focusY })
  const offsetAt = (secs: number) => readOffset(stops, secs)
  const findStop = (secs: number) =>
    Math.max(
      0,
      stops.findLastIndex((stop) => stop.secs <= secs),
    )
  const shift = (index: number, { secs }: Frame) => {
    const current = stops[findStop(secs)]?.row ?? 0
    const trail = Math.min(MOST_TRAILING, Math.max(0, index - current)) * TRAIL_SECS
    return offsetAt(secs - trail)
  }
  const edge = EDGE * window.height
  const isInside = ({ top, height }: Row, offset: number) =>
    top + offset > -1 && top + height + offset < window.height + 1
  return {
    shift,
    presence(index, frame) {
      const row = rows[index]
      if (!row) return 0
      const at = findStop(frame.secs)
      const stop = stops[at]
      const [before, after] = [stops[at - 1] ?? stop, stop].map((each) =>
        each && isInside(row, each.to) ? 1 : 0,
      )
      const rest = mix(before ?? 0, after ?? 0, ease(frame.secs, stop?.secs ?? 0, FADE_SECS, cubicOut))
      const top = row.top + shift(index, frame)
      const above = 1 + top / edge
      const below = 1 + (window.height - top - row.height) / edge
      return Math.min(rest, clamp01(above), clamp01(below))
    },
    focus(index, { secs }) {
      const row = rows[index]
      return row ? sing(secs, row.startSecs, findHold(rows, index)) : 0
    },
  }
}

/** 0 before, at once half and soon 1 from the start, back to 0 after the end. */
export function sing(secs: number, startSecs: number, endSecs = Number.POSITIVE_INFINITY): number {
  if (secs + EPSILON_SECS < startSecs) return 0
  // What is being sung when the video begins is there at once.
  const rise = startSecs <= 0 ? 1 : mix(ATTACK, 1, ease(secs, startSecs, ATTACK_SECS))
  return endSecs === Number.POSITIVE_INFINITY
    ? rise
    : rise * (1 - ease(secs, endSecs, RELEASE_SECS, cubicOut))
}

/** A line stays bright over a short pause, until the next begins; the last one stays to the end. */
function findHold(rows: readonly Row[], index: number): number {
  const row = rows[index]
  if (!row) return 0
  const isBehind = row.sung?.line.isBackground ?? false
  const next = rows.find((other, at) => at > index && !other.sung?.line.isBackground)
  if (!next) return Number.POSITIVE_INFINITY
  return isBehind ? row.endSecs : Math.max(row.endSecs, next.startSecs)
}

type Stop = { secs: number; row: number; from: number; to: number }

/** Background lines do not move the stack: they come with the line that they belong to. */
function planStops(rows: readonly Row[], { window, focusY }: Pick<StackLayout, 'window' | 'focusY'>): Stop[] {
  const stops: Stop[] = []
  const edge = EDGE * window.height
  const last = rows.at(-1)
  const stackHeight = last ? last.top + last.height : 0
  for (const [index, row] of rows.entries()) {
    if (row.sung?.line.isBackground && stops.length > 0) continue
    // A high line begins higher, so that all of it is in the window.
    const lowest = window.y + window.height * (1 - 2 * EDGE) - row.height
    const wished = Math.max(edge, Math.min(focusY, lowest) - window.y) - row.top
    // The stack ends where the window does, at its beginning and at its end: neither is half empty.
    // On whole pixels, where a line at rest costs least.
    const to = Math.round(Math.min(edge, Math.max(wished, window.height - edge - stackHeight)))
    const secs = row.startSecs - LEAD_SECS
    const from = stops.length === 0 ? to : readOffset(stops, secs)
    stops.push({ secs, row: index, from, to })
  }
  return stops
}

function readOffset(stops: readonly Stop[], secs: number): number {
  const stop = stops.findLast((each) => each.secs <= secs) ?? stops[0]
  return stop ? mix(stop.from, stop.to, ease(secs, stop.secs, MOVE_SECS, expoOut)) : 0
}
