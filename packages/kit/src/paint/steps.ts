import { type Easing, ease, expoOut, mix } from './easing.ts'

/** Where a frame lies in a row of moments: how many of them have come, and how long ago the last one was. */
export type Step = { readonly count: number; readonly ageSecs: number }

/** How moments are chosen. */
export type StepOptions = {
  /** Moments that follow sooner than this are left out. Default 0. */
  minGapSecs?: number
  /** Without any moments, as in silence, one comes this often. Default 2. */
  freeSecs?: number
}

/** Any frame: its time and rate are enough. */
type FrameTime = { readonly secs: number; readonly fps: number }

/** Counts beats, bars or other moments frame by frame: for pictures that take a step on each of them. */
export function createSteps(
  momentSecs: readonly number[],
  { minGapSecs = 0, freeSecs = 2 }: StepOptions = {},
): (frame: FrameTime) => Step {
  const moments = keepApart(momentSecs, minGapSecs)
  if (moments.length === 0) {
    return ({ secs }) => ({ count: 1 + Math.floor(secs / freeSecs), ageSecs: secs % freeSecs })
  }
  return ({ secs, fps }) => {
    // A moment belongs to the frame nearest to it, as it does for `audio.beat`.
    const count = countUntil(moments, secs + 0.5 / fps - 1e-6)
    return {
      count,
      ageSecs: count === 0 ? Number.POSITIVE_INFINITY : Math.max(0, secs - (moments[count - 1] ?? 0)),
    }
  }
}

/** A swing is over after so many times the time that it takes to go out: less than a thousandth of it is left. */
const SWING_TIMES = 12

/** 0 to 1 and back, for what a beat pushes: it is farthest out after `secs`, because a jump would be a jerk. */
export function swingOut(ageSecs: number, secs: number): number {
  const share = ageSecs / secs
  return share < SWING_TIMES ? share * Math.exp(1 - share) : 0
}

/** A value that goes from one step's to the next one's: `getValue` gives it for each count. */
export function followStep(
  { count, ageSecs }: Step,
  getValue: (count: number) => number,
  durationSecs: number,
  easing: Easing = expoOut,
): number {
  const to = getValue(count)
  if (ageSecs >= durationSecs) return to
  return mix(getValue(count - 1), to, ease(ageSecs, 0, durationSecs, easing))
}

function keepApart(momentSecs: readonly number[], gapSecs: number): number[] {
  const kept: number[] = []
  for (const secs of momentSecs) {
    const last = kept.at(-1)
    if (last === undefined || secs - last >= gapSecs - 1e-6) kept.push(secs)
  }
  return kept
}

/** How many of the rising numbers are at most `limit`. */
function countUntil(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
