import type { Luma } from './decode-luma.ts'

/** A phone shows a frame that is 1080 wide at about a third of its size. */
const PHONE = 3
/** Darker than this, an eye that has got used to the dark tells one level from the next. */
const DARK = 80
/** A run of so many equal values is wide enough to be seen as an area of its own. */
const RUN = 24
/** What the source must rise or fall by along a run, in levels, for its ends to be edges; from the second on it's no gradient. */
const LEAST_RISE = 0.5
const MOST_RISE = 4
/** Values at either end of a run that are averaged: grain is no gradient. */
const END = 8

/**
 * The share of a picture's dark parts that lies in bands at the size of a phone: runs of one brightness where the source
 * has a gradient.
 */
export function measureBands(source: Luma, encoded: Luma): number {
  const before = shrink(source)
  const after = shrink(encoded)
  let dark = 0
  let banded = 0
  for (let row = 0; row < before.height; row++) {
    const start = row * before.width
    const end = start + before.width
    for (let i = start; i < end; i++) if ((before.values[i] ?? 0) < DARK) dark++
    banded += countBanded(before.values, after.values, start, end)
  }
  return dark > 0 ? banded / dark : 0
}

function countBanded(before: Float32Array, after: Float32Array, start: number, end: number): number {
  let banded = 0
  for (let from = start, to: number; from < end; from = to) {
    const level = Math.round(after[from] ?? 0)
    to = from + 1
    while (to < end && Math.round(after[to] ?? 0) === level) to++
    if (level >= DARK || to - from < RUN) continue
    const rise = Math.abs(meanOf(before, to - END, to) - meanOf(before, from, from + END))
    if (rise >= LEAST_RISE && rise < MOST_RISE) banded += to - from
  }
  return banded
}

function meanOf(values: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += values[i] ?? 0
  return sum / (to - from)
}

type Shrunk = { width: number; height: number; values: Float32Array }

function shrink(luma: Luma): Shrunk {
  const width = Math.floor(luma.width / PHONE)
  const height = Math.floor(luma.height / PHONE)
  const values = new Float32Array(width * height)
  for (let y = 0; y < height * PHONE; y++) {
    const row = Math.floor(y / PHONE) * width
    for (let x = 0; x < width * PHONE; x++) {
      values[row + Math.floor(x / PHONE)]! += luma.values[y * luma.width + x]! / PHONE ** 2
    }
  }
  return { width, height, values }
}
