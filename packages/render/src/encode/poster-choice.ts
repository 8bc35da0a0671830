import { CELL_COUNT, type PictureReadings } from './picture-meter.ts'

/** A frame that may become the poster, and what speaks for it so far. */
export type PosterCandidate = { frame: number; score: number }

/** Gathers what is known of every frame while it is drawn, and names those that are worth a second look. */
export type PosterChoice = {
  /** Readings of the next segment, in order. */
  add(readings: PictureReadings): void
  candidates(): PosterCandidate[]
}

/** The music of each frame, 0 to 1. */
export type PosterMusic = { fps: number; frameCount: number; beat: Float32Array; loudness: Float32Array }

/** Entrance and exit are left out, and the rest is looked at in so many stretches: each sends its best frame. */
const OUTER_SHARE = 0.05
const STRETCHES = 6
/** What counts how much beside the picture's own contrast and colour. */
const MUSIC_WEIGHT = 0.3
const DETAIL_WEIGHT = 1
/** Around a frame in which so much changes lies a transition: much more than usual, and a change of light that is seen. */
const TRANSITION = { aroundSecs: 0.15, timesUsual: 6, leastChange: 0.03 }

/** A choice for one video. */
export function createPosterChoice({ fps, frameCount, beat, loudness }: PosterMusic): PosterChoice {
  const picture = new Float32Array(frameCount)
  const change = new Float32Array(frameCount)
  const before = new Float32Array(CELL_COUNT)
  let seen = 0

  return {
    add(readings) {
      for (let i = 0; i < readings.frameCount; i++, seen++) {
        const now = readings.luminance.subarray(i * CELL_COUNT, (i + 1) * CELL_COUNT)
        change[seen] = seen === 0 ? 0 : measureChange(now, before)
        picture[seen] = readings.liveliness[i] ?? 0
        before.set(now)
      }
    },
    candidates() {
      const most = picture.reduce((a, b) => Math.max(a, b), 1e-6)
      const isCalm = findCalm(change, Math.round(TRANSITION.aroundSecs * fps))
      const scoreAt = (frame: number) => {
        const music = (loudness[frame] ?? 0) * (0.5 + 0.5 * (beat[frame] ?? 0))
        // Where a whole stretch is one transition, its best frame stands behind those of all others.
        return (picture[frame] ?? 0) / most + MUSIC_WEIGHT * music - (isCalm(frame) ? 0 : 10)
      }
      return listStretches(frameCount).map(([first, end]) => findBest(first, end, scoreAt))
    },
  }
}

/** The candidate that shows the most: type that has not come yet and things out of focus leave less to see. */
export function chooseCandidate(candidates: readonly PosterCandidate[], details: readonly number[]): number {
  const most = Math.max(1e-6, ...details)
  const total = (i: number) => candidates[i]!.score + (DETAIL_WEIGHT * details[i]!) / most
  return candidates.reduce((best, _, i) => (total(i) > total(best) ? i : best), 0)
}

function measureChange(now: Float32Array, before: Float32Array): number {
  return now.reduce((sum, value, i) => sum + Math.abs(value - (before[i] ?? 0)), 0) / now.length
}

/** Whether nothing changes suddenly around a frame. */
function findCalm(change: Float32Array, around: number): (frame: number) => boolean {
  const usual = change.toSorted()[change.length >> 1] ?? 0
  const limit = Math.max(TRANSITION.leastChange, TRANSITION.timesUsual * usual)
  return (frame) =>
    change.subarray(Math.max(0, frame - around), frame + around + 1).every((each) => each <= limit)
}

/** Stretches of the middle, the end of each not included; a very short video has fewer. */
function listStretches(frameCount: number): [number, number][] {
  const first = Math.floor(frameCount * OUTER_SHARE)
  const end = Math.max(first + 1, Math.ceil(frameCount * (1 - OUTER_SHARE)))
  const count = Math.min(STRETCHES, end - first)
  const edge = (i: number) => first + Math.floor((i * (end - first)) / count)
  return Array.from({ length: count }, (_, i) => [edge(i), edge(i + 1)])
}

function findBest(first: number, end: number, scoreAt: (frame: number) => number): PosterCandidate {
  let best = { frame: first, score: scoreAt(first) }
  for (let frame = first + 1; frame < end; frame++) {
    const score = scoreAt(frame)
    if (score > best.score) best = { frame, score }
  }
  return best
}
