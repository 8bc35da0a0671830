import { type AudioTrack, ease, expoIn, expoOut, type Frame } from '@songreel/render/kit'

const MOVE_SECS = 0.4
/** Between one thing's entrance and the next one's. */
const STAGGER_SECS = 0.06

/** How the scene comes, drifts and goes. */
export type Motion = {
  /** 1 before a thing's entrance, 0 once it is in its place; `order` lets things come one after another. */
  coming(frame: Frame, order?: number): number
  /** 0 until the exit, 1 at its end. */
  going(frame: Frame): number
  /** Where the slow drift is on its round, in radians: it ends where it began, so that the video can loop. */
  drift(frame: Frame): number
  /** -1 in one bar, 1 in the next, with a quick move on each bar line. */
  sway(frame: Frame): number
}

/** Plans all moves: the entrance on the first bar line, the exit on the last beat. */
export function planMotion(audio: AudioTrack, frameCount: number, fps: number): Motion {
  const endSecs = (frameCount - 1) / fps
  const exitSecs = findExit(audio, endSecs)
  const rounds = Math.max(1, Math.round(endSecs / 30))
  const isShort = endSecs < 4 * MOVE_SECS
  return {
    coming: ({ secs }, order = 0) => (isShort ? 0 : 1 - ease(secs, order * STAGGER_SECS, MOVE_SECS, expoOut)),
    going: ({ secs }) => (isShort ? 0 : ease(secs, exitSecs, endSecs - exitSecs, expoIn)),
    drift: ({ position }) => position * rounds * 2 * Math.PI,
    sway: ({ secs }) => swayAt(audio.downbeatSecs, secs),
  }
}

/** The last beat that leaves enough time to go. */
function findExit({ beatSecs }: AudioTrack, endSecs: number): number {
  const inTime = (secs: number) => secs >= endSecs - 0.8 && secs <= endSecs - 0.25
  return beatSecs.findLast(inTime) ?? endSecs - MOVE_SECS
}

function swayAt(downbeatSecs: readonly number[], secs: number): number {
  const bar = countUntil(downbeatSecs, secs)
  if (bar === 0) return -1
  const to = bar % 2 === 0 ? -1 : 1
  return to - 2 * to * (1 - ease(secs, downbeatSecs[bar - 1]!, MOVE_SECS, expoOut))
}

/** How many of the rising numbers are at most `limit`. */
function countUntil(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}
