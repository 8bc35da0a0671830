import { CELL_COUNT, GRID_SIDE, type PictureReadings } from './picture-meter.ts'

/** WCAG 2.2, 2.3.1: a flash is a pair of opposing changes of at least 10 % of the largest relative luminance ... */
const LUMINANCE_STEP = 0.1
/** ... where the darker picture is below 0.80 ... */
const DARKER_LIMIT = 0.8
/** ... or a pair of opposing changes of red by more than 20, from or to a saturated red ... */
const REDNESS_STEP = 20
/** ... over a quarter of any 10 degrees of the visual field: a third of the picture's width by a third of its height. */
const WINDOW_SIDE = GRID_SIDE / 3
const WINDOW_SHARE = 0.25

/** At most three flashes within any second are safe. */
export const SAFE_FLASHES_PER_SEC = 3

/** Counts flashes over a whole video; segments must come in their order. */
export type FlashMeter = { add(readings: PictureReadings): void; flashesPerSec(): number }

/** A meter for a video of this frame rate. */
export function createFlashMeter(fps: number): FlashMeter {
  const bright = createTransitionCounter(fps, LUMINANCE_STEP, (a, b) => Math.min(a, b) < DARKER_LIMIT)
  const red = createTransitionCounter(fps, REDNESS_STEP, (a, b) => a > 0 || b > 0)
  let worst = 0
  return {
    add({ frameCount, luminance, redness }) {
      for (let frame = 0; frame < frameCount; frame++) {
        const start = frame * CELL_COUNT
        for (const counts of [
          bright(luminance.subarray(start, start + CELL_COUNT)),
          red(redness.subarray(start, start + CELL_COUNT)),
        ]) {
          if (counts) worst = Math.max(worst, Math.floor(countInWorstWindow(counts) / 2))
        }
      }
    },
    flashesPerSec: () => worst,
  }
}

/**
 * Per cell, the changes of direction within the last second; undefined while no cell changes. How much there is of something is a value
 * without its sign, which only `isHarmful` asks for.
 */
function createTransitionCounter(
  fps: number,
  step: number,
  isHarmful: (from: number, to: number) => boolean,
) {
  // Where a cell's change began, how far it has come, and whether it was counted: from a change that harms nobody the next one is measured, too.
  const start = new Float32Array(CELL_COUNT)
  const extreme = new Float32Array(CELL_COUNT)
  const direction = new Int8Array(CELL_COUNT)
  const isCounted = new Uint8Array(CELL_COUNT).fill(1)
  const counts = new Int16Array(CELL_COUNT)
  // What happened in each of the last `fps` frames, so that it can be taken back a second later.
  const history = new Uint8Array(fps * CELL_COUNT)
  let frame = 0

  return (values: Float32Array): Int16Array | undefined => {
    const past = history.subarray((frame % fps) * CELL_COUNT, ((frame % fps) + 1) * CELL_COUNT)
    let hasChange = false
    for (let cell = 0; cell < CELL_COUNT; cell++) {
      counts[cell]! -= past[cell]!
      past[cell] = 0
      const value = values[cell]!
      if (frame === 0) extreme[cell] = value
      const change = Math.abs(value) - Math.abs(extreme[cell]!)
      if (Math.sign(change) === direction[cell]) extreme[cell] = value
      else if (Math.abs(change) >= step) {
        direction[cell] = Math.sign(change)
        start[cell] = extreme[cell]!
        extreme[cell] = value
        isCounted[cell] = 0
      }
      if (isCounted[cell] === 0 && isHarmful(start[cell]!, extreme[cell]!)) {
        isCounted[cell] = 1
        past[cell] = 1
        counts[cell]!++
        hasChange = true
      }
    }
    frame++
    return hasChange ? counts : undefined
  }
}

/** The highest count that a quarter of some window's cells reach together. */
function countInWorstWindow(counts: Int16Array): number {
  const needed = Math.ceil(WINDOW_SIDE * WINDOW_SIDE * WINDOW_SHARE)
  const inside = new Int16Array(WINDOW_SIDE * WINDOW_SIDE)
  let worst = 0
  for (let top = 0; top <= GRID_SIDE - WINDOW_SIDE; top++) {
    for (let left = 0; left <= GRID_SIDE - WINDOW_SIDE; left++) {
      for (let i = 0; i < inside.length; i++) {
        inside[i] = counts[(top + Math.floor(i / WINDOW_SIDE)) * GRID_SIDE + left + (i % WINDOW_SIDE)]!
      }
      inside.sort()
      worst = Math.max(worst, inside[inside.length - needed]!)
    }
  }
  return worst
}
