import {
  type AudioTrack,
  clamp01,
  drawText,
  type FontStyle,
  type Frame,
  fitText,
  type Layer,
  type Motion,
  mix,
  paint,
  placeWords,
  smoothstep,
  sprite,
} from '@songreel/kit'
import { type KaraokeLayout, poseRow } from './layout.ts'
import type { CountIn, SungRow } from './rows.ts'

/** What the ball follows and looks like. */
export type BallPlan = {
  layout: KaraokeLayout
  audio: AudioTrack
  motion: Motion
  font: FontStyle
  colour: string
  /** Of its rim and of the numbers on it. */
  ink: string
}

/** A place on which the ball lands, and when. */
type Landing = {
  secs: number
  /** In any moment: its row may be on the way up. */
  at: (secs: number) => { x: number; y: number; scale: number }
  sizePx: number
  /** So far it may rise there: above all but the uppermost line there are words, and above that one there are names. */
  risePx: number
  /** From then on it may be seen there: before, its row only waits. */
  seenSecs: number
}

/** Where the foot of the ball is, how large it is beside letters of their full size, and how much of it is seen, 0 to 1. */
type Place = { x: number; y: number; scale: number; presence: number }

/** Landings that are further apart in height, of the letters' size, are in different rows. */
const ROW_CHANGE = 0.4
/** How far it rises between two lines, and above the uppermost, where the names are, of the letters' size. */
const LOW_RISE = 0.04
const HIGH_RISE = 0.3
/** Between it and the names it keeps so much of its size. */
const NAMES_AIR = 0.4
/** It lands so high above the letters' foot, of their size: clear of the tallest of them. */
export const ABOVE = 0.77
/** A hop takes at most so long; before it the ball waits where it is. */
const LONGEST_HOP_SECS = 0.55
/** How much larger it is while it counts in. */
const COUNTING = 1.4
const COUNT = 3
const RIM = 0.1
const FREE_BEAT_SECS = 0.6
const SETTLE_SECS = 0.16

/** The ball that hops from syllable to syllable; in pauses it bounces on the beat and counts the singer in. */
export function drawBall({ layout, audio, motion, font, colour, ink }: BallPlan): Layer[] {
  const path = planPath(layout, audio, motion)
  if (!path) return []
  const pathAt = rememberLast(path)
  const { ballPx, countIns } = layout
  const countAt = createCount(countIns, audio)
  const largest = COUNTING * ballPx
  const box = { x: 0, y: 0, width: largest, height: largest }
  const placement = {
    x: (frame: Frame) => pathAt(frame).x - largest / 2,
    y: (frame: Frame) => pathAt(frame).y - largest,
    scale: (frame: Frame) => pathAt(frame).scale * mix(1 / COUNTING, 1, countAt(frame.secs).size),
    anchor: { x: 0.5, y: 1 },
  }
  const digits = Array.from({ length: COUNT }, (_, left) => {
    const text = fitText(String(left + 1), box, {
      font,
      role: 'DISPLAY',
      maxSizePx: 0.62 * largest,
      align: 'CENTER',
      anchor: 'MIDDLE',
    })
    return sprite(
      paint(box, (ctx) => drawText(ctx, text, 0, 0, ink)),
      {
        ...placement,
        opacity: (frame) => (countAt(frame.secs).left === left + 1 ? pathAt(frame).presence : 0),
      },
    )
  })
  const disc = paint(box, (ctx) => {
    // A rim keeps it apart from the letters that it passes.
    for (const [fill, share] of [
      [ink, 1],
      [colour, 1 - RIM],
    ] as const) {
      ctx.fillStyle = fill
      ctx.beginPath()
      ctx.arc(largest / 2, largest / 2, (share * largest) / 2, 0, 2 * Math.PI)
      ctx.fill()
    }
  })
  return [
    sprite(disc, { ...placement, opacity: (frame) => pathAt(frame).presence }),
    ...(countIns.length > 0 ? digits : []),
  ]
}

/** Across and down are asked for each on its own, for the ball and for what stands on it. */
function rememberLast<T>(findAt: (frame: Frame) => T): (frame: Frame) => T {
  let last: { frame: Frame; found: T } | undefined
  return (frame) => {
    if (last?.frame !== frame) last = { frame, found: findAt(frame) }
    return last.found
  }
}

/** Where the ball is in any frame; undefined where nobody sings. */
export function planPath(
  layout: KaraokeLayout,
  audio: AudioTrack,
  motion: Motion,
): ((frame: Pick<Frame, 'secs'>) => Place) | undefined {
  const landings = listLandings(layout)
  return landings.length > 0 ? createPath(landings, audio, motion) : undefined
}

/** Every syllable of every row, in the order in which they are sung. */
function listLandings(layout: KaraokeLayout): Landing[] {
  return layout.rows
    .filter(({ slot }) => slot !== 2)
    .flatMap((row) => listSyllables(layout, row))
    .toSorted((a, b) => a.secs - b.secs)
}

function listSyllables(layout: KaraokeLayout, row: SungRow): Landing[] {
  const { sizePx } = row.text
  const placed = placeWords(row.text, row.line)
  const words = row.line.words ?? []
  return placed.flatMap((word, index): Landing[] => {
    const syllables = placed.length === words.length ? (words[index]?.syllables ?? []) : []
    const starts = syllables.length > 1 ? syllables.map(({ startSecs }) => startSecs) : [word.startSecs]
    const isBackwards = row.text.type.direction === 'rtl'
    return starts.map((secs, part) => {
      const share = (part + 0.5) / starts.length
      const x = mix(word.left, word.right, isBackwards ? 1 - share : share)
      // Above the upper row is room for a hop: there it is sung, wherever it waited.
      const isUppermost = row.slot === 0 || (row.riseSecs ?? Number.POSITIVE_INFINITY) <= secs
      const isHigh = isUppermost && word.line === 0
      const top = poseRow(layout, { ...row, slot: 0 }, secs).y + word.baseline - ABOVE * sizePx
      const risePx = isHigh ? Math.min(HIGH_RISE * sizePx, freeAbove(layout, top)) : LOW_RISE * sizePx
      const seenSecs = row.slot === 1 ? Math.min(secs - SETTLE_SECS, row.riseSecs ?? secs) : 0
      const at = (now: number) => {
        const { x: left, y: top, scale } = poseRow(layout, row, now)
        return { x: left + scale * x, y: top + scale * (word.baseline - ABOVE * sizePx), scale }
      }
      return { secs, at, sizePx, risePx, seenSecs }
    })
  })
}

/** How far the ball may rise from its foot before it comes near the names. */
function freeAbove({ title, artist, ballPx }: KaraokeLayout, foot: number): number {
  const names = Math.max(...[title, artist].map(({ box, text }) => box.y + text.ink.bottom))
  return Math.max(0, foot - names - (1 + NAMES_AIR) * ballPx)
}

/** Where the ball touches its ground, or hangs above it, in any frame. */
function createPath(landings: readonly Landing[], audio: AudioTrack, motion: Motion) {
  const bounceAt = createBounce(audio)
  const isFull = motion === 'FULL'
  return ({ secs }: Pick<Frame, 'secs'>): Place => {
    const found = landings.findLastIndex((each) => each.secs <= secs + 1e-6)
    const from = landings[Math.max(0, found)]!
    const to = landings[found + 1]
    const nextSecs = to?.secs ?? Number.POSITIVE_INFINITY
    const sinceSecs = found < 0 ? 0 : from.secs
    const hopSecs = Math.min(LONGEST_HOP_SECS, nextSecs - sinceSecs)
    const leaveSecs = nextSecs - hopSecs
    if (found >= 0 && to && secs > leaveSecs) {
      const share = clamp01((secs - leaveSecs) / hopSecs)
      // What flies longer rises higher, as a ball does.
      const wished = to.sizePx * Math.min(0.95, 0.14 + 2.6 * hopSecs * hopSecs)
      const height = Math.min(wished, from.risePx, to.risePx)
      const arc = 4 * share * (1 - share) * (isFull ? height : 0.3 * height)
      const [start, end] = [from.at(secs), to.at(secs)]
      const arcPx = arc * Math.min(start.scale, end.scale)
      if (Math.abs(end.y - start.y) > ROW_CHANGE * end.scale * to.sizePx)
        return leap(share < 0.5 ? start : end, { share, arcPx, hidden: share < 0.5 ? 0 : waiting(to, secs) })
      return {
        x: mix(start.x, end.x, share),
        y: mix(start.y, end.y, share) - arcPx,
        scale: mix(start.scale, end.scale, share),
        presence: 1,
      }
    }
    const waits = Math.min(secs - sinceSecs + (found < 0 ? 1 : 0), (found < 0 ? nextSecs : leaveSecs) - secs)
    const calm = smoothstep(0, SETTLE_SECS, waits)
    const bounce = Math.min(0.42 * from.sizePx, from.risePx)
    const at = from.at(secs)
    const y = at.y - at.scale * bounce * calm * bounceAt(secs) * (isFull ? 1 : 0.3)
    return { ...at, y, presence: 1 }
  }
}

/** 1 while a place is on a row that waits, where the ball would be a dot above its letters. */
function waiting({ seenSecs }: Landing, secs: number): number {
  return 1 - smoothstep(seenSecs, seenSecs + SETTLE_SECS, secs)
}

type Leap = { share: number; arcPx: number; hidden: number }

/** From row to row it goes up and out of sight, and comes down above the other: on its way it would cross the words. */
function leap(nearer: Omit<Place, 'presence'>, { share, arcPx, hidden }: Leap): Place {
  const presence = (1 - hidden) * smoothstep(0.12, 0.36, Math.abs(share - 0.5))
  return { ...nearer, y: nearer.y - arcPx, presence }
}

/** How high it bounces in its place, 0 to 1: down on every beat. */
function createBounce({ beatSecs }: AudioTrack): (secs: number) => number {
  return (secs) => {
    const next = beatSecs.findIndex((each) => each > secs)
    const [from, to] = [beatSecs[next - 1], beatSecs[next]]
    const isBetween = from !== undefined && to !== undefined && to - from < 1.2
    const share = isBetween ? (secs - from) / (to - from) : (secs / FREE_BEAT_SECS) % 1
    return 4 * share * (1 - share)
  }
}

/** What the ball says before a row: how large it is, 0 to 1, and how many beats are left. */
function createCount(countIns: readonly CountIn[], { bpm }: AudioTrack) {
  const beatSecs = bpm > 0 ? Math.max(0.3, Math.min(0.8, 60 / bpm)) : 0.5
  return (secs: number): { size: number; left: number } => {
    const next = countIns.find(({ endSecs }) => endSecs > secs)
    const until = (next?.endSecs ?? Number.POSITIVE_INFINITY) - secs
    const left = Math.ceil(until / beatSecs - 1e-6)
    const begun = COUNT * beatSecs - until
    if (left > COUNT) return { size: 0, left: 0 }
    return { size: smoothstep(0, 0.12, begun) * smoothstep(0, 0.12, until), left }
  }
}
