import type { Luma } from './decode-luma.ts'

const SIDE = 8
const AREA = SIDE * SIDE

/** A block whose values differ by no more than this is ground: a plain colour or a gradient, with its dither and grain. */
const GROUND_RANGE = 8

const SSIM_C1 = (0.01 * 255) ** 2
const SSIM_C2 = (0.03 * 255) ** 2

/** How an encoded picture differs from its source. */
export type LumaDifference = {
  /** Structural similarity, mean over blocks of 8x8. */
  ssim: number
  /** Mean difference of both pictures on flat ground after a blur of 16x16: what the eye sees as bands and blotches. */
  gradientError: number
  /** Share of blocks (8x8) with only one value among the darkest third of the source's blocks. */
  flatBefore: number
  flatAfter: number
}

/** Compares two pictures of one size, block by block. */
export function compareLuma(source: Luma, encoded: Luma): LumaDifference {
  const before = readBlocks(source)
  const after = readBlocks(encoded)
  const dark = findDarkThird(before)
  return {
    ssim: meanSsim(source, encoded, { before, after }),
    gradientError: readGradientError(before, after),
    flatBefore: shareOf(dark, (block) => before.ranges[block] === 0),
    flatAfter: shareOf(dark, (block) => after.ranges[block] === 0),
  }
}

/** Sum, sum of squares and range of each whole block of a picture. */
type Blocks = {
  across: number
  down: number
  sums: Uint32Array
  squares: Uint32Array
  ranges: Uint8Array
}

function readBlocks({ width, height, values }: Luma): Blocks {
  const across = Math.floor(width / SIDE)
  const down = Math.floor(height / SIDE)
  const count = across * down
  const blocks = {
    sums: new Uint32Array(count),
    squares: new Uint32Array(count),
    ranges: new Uint8Array(count),
  }
  for (let block = 0; block < count; block++) {
    let at = Math.floor(block / across) * SIDE * width + (block % across) * SIDE
    let sum = 0
    let square = 0
    let low = 255
    let high = 0
    for (let row = 0; row < SIDE; row++, at += width) {
      for (let x = 0; x < SIDE; x++) {
        const value = values[at + x]!
        sum += value
        square += value * value
        if (value < low) low = value
        if (value > high) high = value
      }
    }
    blocks.sums[block] = sum
    blocks.squares[block] = square
    blocks.ranges[block] = high - low
  }
  return { across, down, ...blocks }
}

function findDarkThird({ sums }: Blocks): Uint32Array {
  const order = Uint32Array.from(sums.keys()).sort((a, b) => sums[a]! - sums[b]!)
  return order.subarray(0, Math.ceil(order.length / 3))
}

function shareOf(blocks: Uint32Array, isCounted: (block: number) => boolean): number {
  let count = 0
  for (const block of blocks) if (isCounted(block)) count++
  return count / blocks.length
}

function readGradientError(before: Blocks, after: Blocks): number {
  const { across, down } = before
  let total = 0
  let count = 0
  for (let y = 0; y + 1 < down; y++) {
    for (let x = 0; x + 1 < across; x++) {
      const first = y * across + x
      const window = [first, first + 1, first + across, first + across + 1]
      if (window.some((block) => before.ranges[block]! > GROUND_RANGE)) continue
      const difference = window.reduce((sum, block) => sum + after.sums[block]! - before.sums[block]!, 0)
      total += Math.abs(difference) / (window.length * AREA)
      count++
    }
  }
  return count > 0 ? total / count : 0
}

function meanSsim(source: Luma, encoded: Luma, { before, after }: { before: Blocks; after: Blocks }): number {
  const { width } = source
  const { across, sums } = before
  let total = 0
  for (let block = 0; block < sums.length; block++) {
    let at = Math.floor(block / across) * SIDE * width + (block % across) * SIDE
    let cross = 0
    for (let row = 0; row < SIDE; row++, at += width) {
      for (let x = 0; x < SIDE; x++) cross += source.values[at + x]! * encoded.values[at + x]!
    }
    const meanA = sums[block]! / AREA
    const meanB = after.sums[block]! / AREA
    const varianceA = before.squares[block]! / AREA - meanA * meanA
    const varianceB = after.squares[block]! / AREA - meanB * meanB
    const covariance = cross / AREA - meanA * meanB
    total +=
      ((2 * meanA * meanB + SSIM_C1) * (2 * covariance + SSIM_C2)) /
      ((meanA * meanA + meanB * meanB + SSIM_C1) * (varianceA + varianceB + SSIM_C2))
  }
  return total / sums.length
}
