import type { Size } from '../geometry.ts'
import { chance } from '../paint/chance.ts'
import type { SharedMemory } from './shared-memory.ts'

/** After so many pixels it begins again, without a seam; the kernels know it too. */
const SIDE = 128
/** Kernels read sixteen at a time from any column. */
const STRIDE = SIDE + 16
/** Levels of brightness that a grain adds or takes, at most. */
const LEVELS = 4
/** A kernel weighs it by at most so much. */
const MAX_WEIGHT = 25_600 / 32_768
/** Pixels across a grain, in a frame whose short side is 1080 and at least: finer ones are the first that an encoder drops. */
const DOT_PX = 2

/**
 * Grain for soft, dark grounds, where half a level of dither does not outlive the encoder of a platform. It belongs to the
 * frame and stays in place, so an encoder codes it once and copies it from then on; on a ground that soft nothing is seen to
 * move beneath it.
 */
export function allocGroundGrain(sharedMemory: SharedMemory, size: Size): number {
  const address = sharedMemory.alloc(SIDE * STRIDE * 2)
  const table = sharedMemory.words(address, SIDE * STRIDE)
  const across = Math.max(DOT_PX, Math.round((DOT_PX * Math.min(size.width, size.height)) / 1080))
  const dots = Float64Array.from({ length: SIDE * SIDE }, (_, i) => chance(1, 'ground grain', i) * 2 - 1)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < STRIDE; x++) {
      const levels = LEVELS * Math.max(-1, Math.min(1, sumDots(dots, x, y, across) / across))
      table[y * STRIDE + x] = Math.round((levels * 128) / MAX_WEIGHT)
    }
  }
  return address
}

/** The dots of a square. */
function sumDots(dots: Float64Array, left: number, top: number, across: number): number {
  let sum = 0
  for (let y = top; y < top + across; y++) {
    for (let x = left; x < left + across; x++) sum += dots[(y % SIDE) * SIDE + (x % SIDE)] ?? 0
  }
  return sum
}
