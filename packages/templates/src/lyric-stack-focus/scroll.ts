import { clamp01, cubicOut, ease, expoOut, type Frame, mix } from '@songreel/kit'
import type { StackLayout } from './layout.ts'
import { REST_SCALE, type Row } from './rows.ts'

const MOVE_SECS = 0.6
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
  /** How far a row's top is from the window's. */
  shift(row: number, frame: Frame): number
  /** Its size: 1 for the one to look at, less for its neighbours. */
  scale(row: number, frame: Frame): number
  /** 0 while nothing of the row may be seen, 1 in the window. */
  presence(row: number, frame: Frame): number
  /** 1 while the row is sung, 0 when it rests. */
  focus(row: number, frame: Frame): number
  /** Whether it stands still beside the one to look at, or is nowhere. */
  isResting(row: number, frame: Frame): boolean
}

/** Plans every move of the stack: one to each line or interlude, when it begins: a line grows with its first word. */
export function planScroll({ rows, window, focusY, lineGap, hasPast }: StackLayout): Scroll {
  const groups = planGroups(rows)
  const pose = planPoses(groups, { focusTop: focusY - window.y, gap: lineGap, hasPast })
  const edge = EDGE * window.height
  const poseAt = (row: Row, secs: number) => readPose(groups, pose, row.group, secs)
  const focus = (index: number, { secs }: Frame) => {
    const row = rows[index]
    return row ? sing(secs, row.startSecs, findHold(rows, index)) : 0
  }
  return {
    focus,
    shift(index, { secs }) {
      const row = rows[index]
      if (!row) return 0
      const { top, scale } = poseAt(row, secs)
      return top + scale * row.top
    },
    scale(index, { secs }) {
      const row = rows[index]
      return row ? poseAt(row, secs).scale : REST_SCALE
    },
    presence(index, { secs }) {
      const row = rows[index]
      if (!row) return 0
      const { top, scale, presence } = poseAt(row, secs)
      // Whole pixels may lie a little beyond.
      const above = 1 + (top + scale * row.top + 1) / edge
      const below = 1 + (window.height - top - scale * (row.top + row.height) + 1) / edge
      return Math.min(presence, clamp01(above), clamp01(below))
    },
    isResting(index, frame) {
      const row = rows[index]
      return !row || (focus(index, frame) === 0 && poseAt(row, frame.secs).scale - REST_SCALE < 1e-3)
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

/** `rank` counts the lines; an interlude stands between two of them. */
type Group = { secs: number; rank: number; height: number }

/** What a group of rows looks like: its top from the window's, its size, and whether it is seen. */
type Pose = { top: number; scale: number; presence: number }

function planGroups(rows: readonly Row[]): Group[] {
  const groups: Group[] = []
  let lines = 0
  for (const row of rows) {
    const group = groups[row.group]
    if (group) {
      group.height = row.top + row.height
      continue
    }
    const rank = row.sung ? lines++ : lines - 0.5
    groups.push({ secs: row.startSecs - EPSILON_SECS, rank, height: row.height })
  }
  return groups
}

/** How each group stands while one of them is the one to look at: that begins at the same height every time. */
function planPoses(
  groups: readonly Group[],
  { focusTop, gap, hasPast }: { focusTop: number; gap: number; hasPast: boolean },
): (group: number, current: number) => Pose {
  const heightOf = (rank: number) => REST_SCALE * (groups.find((each) => each.rank === rank)?.height ?? 0)
  // On whole pixels, where a line at rest costs least.
  const rest = (top: number, presence: number): Pose => ({
    top: Math.round(top),
    scale: REST_SCALE,
    presence,
  })
  return (group, current) => {
    const [own, sung] = [groups[group], groups[current]]
    if (!own || !sung) return rest(0, 0)
    const apart = own.rank - sung.rank
    const height = REST_SCALE * own.height
    if (apart === 0) return { top: Math.round(focusTop), scale: 1, presence: 1 }
    if (apart < 0) {
      const above = focusTop - gap - height
      return apart >= -1
        ? rest(above, hasPast ? 1 : 0)
        : rest(above - gap - heightOf(Math.ceil(sung.rank) - 1), 0)
    }
    const below = focusTop + sung.height + gap
    return apart <= 1 ? rest(below, 1) : rest(below + gap + heightOf(Math.floor(sung.rank) + 1), 0)
  }
}

/** A move that begins before the last one has ended goes on from where that is. */
function readPose(
  groups: readonly Group[],
  pose: (group: number, current: number) => Pose,
  group: number,
  secs: number,
): Pose {
  const current = Math.max(
    0,
    groups.findLastIndex((each) => each.secs <= secs),
  )
  const to = pose(group, current)
  const begins = groups[current]?.secs ?? 0
  if (current === 0 || secs - begins >= MOVE_SECS) return to
  const from = readPose(groups.slice(0, current), pose, group, begins)
  const moved = ease(secs, begins, MOVE_SECS, expoOut)
  return {
    top: mix(from.top, to.top, moved),
    scale: mix(from.scale, to.scale, moved),
    presence: mix(from.presence, to.presence, ease(secs, begins, FADE_SECS, cubicOut)),
  }
}
