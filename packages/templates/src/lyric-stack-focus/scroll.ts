import { cubicOut, ease, expoOut, type Frame, mix } from '@songreel/kit'
import type { StackLayout } from './layout.ts'
import type { Row } from './rows.ts'

const MOVE_SECS = 0.6
/** How much of the change happens in the very frame of the time stamp. */
const ATTACK = 0.5
const ATTACK_SECS = 0.14
const RELEASE_SECS = 0.4
/** Lines that have been sung stay above the one that is, as long as they have so much of the window's height, or all of it where the next has no room. */
const MOST_BEFORE = 0.42
/** A row that leaves the window is gone before it, and one that comes into it appears within this time. */
const FADE_SECS = 0.3
/** A row that has moved no farther out of the window is still in it, in pixels of a short side of 1080: letters reach a little beyond their row, and the same rows are seen at every size. */
const SLACK_PX = 8
/** A time on a frame's very moment must not slip to the next one. */
const EPSILON_SECS = 1e-6
/** How much of a line is seen that is so many lines from the one that is sung. */
const DISTANCE = { before: [1, 0.7, 0.5], after: [1, 1, 0.8, 0.6] }

/** How the stack moves. */
export type Scroll = {
  /** How far a row's top is from the window's. */
  shift(row: number, frame: Frame): number
  /** 0 while nothing of these pixels of a row, counted from its top, may be seen, 1 in the window beside the line that is sung; rows are whole or gone. */
  presence(row: number, span: Span, frame: Frame): number
  /** 1 while the row is sung, 0 when it rests. */
  focus(row: number, frame: Frame): number
  /** How many times its own size a row has: the one that is sung grows into what the others leave of the window. */
  size(row: number, frame: Frame): number
  /** The largest that it becomes. */
  most(row: number): number
}

type Span = { top: number; bottom: number }

/** Plans every move of the stack: one to each line or interlude, when it begins. */
export function planScroll({ rows, window, lineGap, frame: { scale } }: StackLayout): Scroll {
  const slack = scale(SLACK_PX)
  const groups = planGroups(rows, lineGap)
  const stops = planStops(groups, rows, { heightPx: window.height, gap: lineGap })
  const most = (index: number) => {
    const stop = stops[rows[index]?.group ?? -1]
    return stop?.grown === index ? stop.size : 1
  }
  const shift = (index: number, { secs }: Frame) => {
    const row = rows[index]
    if (!row) return 0
    // What stands below the line that is sung makes room for it.
    const at = ({ top, grown, extra, first, apart }: Stop) =>
      top - (index > grown ? extra : 0) - apart * (row.group - first)
    return (groups[row.group]?.top ?? 0) + row.top - readStop(groups, stops, { at, secs })
  }
  return {
    shift,
    most,
    size: (index, { secs }) =>
      most(index) > 1
        ? readStop(groups, stops, { at: ({ grown, size }) => (grown === index ? size : 1), secs })
        : 1,
    focus(index, { secs }) {
      const row = rows[index]
      return row ? sing(secs, row.startSecs, findHold(rows, index)) : 0
    },
    presence(index, { top, bottom }, frame) {
      const row = rows[index]
      const group = groups[row?.group ?? -1]
      if (!row || !group) return 0
      const isIn = (y: number) => y + top >= -slack && y + bottom <= window.height + slack
      // A line of which only some words fit is not seen at all: half a line is a riddle. The one that is sung comes row by row.
      const isWhole = (y: number) => y >= -slack && y + row.height <= window.height + slack
      // Nor is a quieter voice whose line has gone before it.
      const hasHead = (at: number) => row.group > at || group.top - (stops[at]?.top ?? 0) >= -slack
      if (!isIn(shift(index, frame))) return 0
      const current = findCurrent(groups, frame.secs)
      const seen = (at: number) => {
        const y = group.top + row.top - (stops[at]?.top ?? 0)
        return (row.group === at ? isIn(y) : isWhole(y) && hasHead(at)) ? nearness(groups, row.group, at) : 0
      }
      const begins = groups[current]?.secs ?? 0
      return mix(seen(Math.max(0, current - 1)), seen(current), ease(frame.secs, begins, FADE_SECS, cubicOut))
    },
  }
}

/** Where the stack rests. */
type Stop = {
  /** What lies at the window's head. */
  top: number
  /** The row that has grown there, how large it is, and how much higher that makes it. */
  grown: number
  size: number
  extra: number
  /** The first group in the window, and how much further than usual each stands from the one before it. */
  first: number
  apart: number
}

/** What is left of the window's height moves lines apart, at most by so much of the usual gap. */
const MOST_APART = 1.2

/**
 * The stack rests with the top of a line at the window's, and the line after the one that is sung is whole if both have room; else
 * lines before it fill the window. What is left goes to the line that is sung, which grows, and then between the lines.
 */
function planStops(
  groups: readonly Group[],
  rows: readonly Row[],
  { heightPx, gap }: { heightPx: number; gap: number },
): Stop[] {
  const last = groups.at(-1)
  const end = last ? last.top + last.height : 0
  const mostTop = groups.find((each) => end - each.top <= heightPx)?.top ?? end - heightPx
  return groups.map((group, index) => {
    const head = end <= heightPx ? 0 : Math.min(mostTop, findHead(groups, index, heightPx))
    const first = Math.max(
      0,
      groups.findIndex(({ top }) => top >= head),
    )
    const seen = groups.filter(({ top, height }, at) => at >= first && top + height <= head + heightPx)
    const foot = seen.at(-1) ?? group
    const left = Math.max(0, heightPx - (foot.top + foot.height - head))
    const grown = rows.findIndex((row) => row.group === index)
    const { height: own = 0, grows = 1 } = rows[grown] ?? {}
    const size = own > 0 ? Math.min(grows, 1 + left / own) : 1
    const extra = own * (size - 1)
    const gaps = seen.length - 1
    const apart = gaps > 0 ? Math.min(MOST_APART * gap, (left - extra) / gaps) : 0
    // At the end of the song what is left is above and below: all of it above would be a hole.
    const above = end > heightPx && head >= mostTop ? (left - extra - gaps * apart) / 2 : 0
    return { top: Math.round(head - above), grown, size, extra, first, apart }
  })
}

/** The top of the first line that is seen while one is sung. */
function findHead(groups: readonly Group[], index: number, heightPx: number): number {
  const { top = 0, height = 0 } = groups[index] ?? {}
  const next = groups[index + 1]
  const both = next ? next.top + next.height - top : height
  const isAlone = both > heightPx
  const lead = isAlone ? heightPx - height : Math.min(MOST_BEFORE * heightPx, heightPx - both)
  return groups.find((each) => each.top >= top - Math.max(0, lead))?.top ?? top
}

/** Lines further away step back. */
function nearness(groups: readonly Group[], group: number, current: number): number {
  const apart = (groups[group]?.rank ?? 0) - (groups[current]?.rank ?? 0)
  const steps = apart < 0 ? DISTANCE.before : DISTANCE.after
  const far = Math.ceil(Math.abs(apart)) - (apart < 0 ? 1 : 0)
  return steps[Math.min(steps.length - 1, Math.max(0, far))] ?? 0
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

/** `rank` counts the lines; an interlude stands between two of them. */
type Group = { secs: number; rank: number; top: number; height: number }

function planGroups(rows: readonly Row[], gap: number): Group[] {
  const groups: Group[] = []
  let lines = 0
  for (const row of rows) {
    const group = groups[row.group]
    if (group) {
      group.height = row.top + row.height
      continue
    }
    const before = groups.at(-1)
    const top = before ? Math.round(before.top + before.height + gap) : 0
    const rank = row.sung ? lines++ : lines - 0.5
    groups.push({ secs: row.startSecs - EPSILON_SECS, rank, top, height: row.height })
  }
  return groups
}

function findCurrent(groups: readonly Group[], secs: number): number {
  return Math.max(
    0,
    groups.findLastIndex((each) => each.secs <= secs),
  )
}

type Reading = { at: (stop: Stop) => number; secs: number }

/** Anything of a stop while the stack moves from one to the next. A move that begins before the last one has ended goes on from where that is. */
function readStop(groups: readonly Group[], stops: readonly Stop[], { at, secs }: Reading): number {
  const current = findCurrent(groups, secs)
  const stop = stops[current]
  const to = stop ? at(stop) : 0
  const begins = groups[current]?.secs ?? 0
  if (current === 0 || secs - begins >= MOVE_SECS) return to
  const from = readStop(groups.slice(0, current), stops, { at, secs: begins })
  return mix(from, to, ease(secs, begins, MOVE_SECS, expoOut))
}
