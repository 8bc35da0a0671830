import type { Box, Size } from '@songreel/kit/core'
import type { GroundTone } from './choose-logo-form.ts'
import { cutToPixels } from './tally.ts'

/** How light it is under a box, over all moments, and how much of it is edges: bars, lines and the rims of things. */
export function measureGround(
  { size, lumas }: { size: Size; lumas: readonly Uint8Array[] },
  box: Box,
): { tone: GroundTone; edges: number } {
  const { left, right, top, bottom } = cutToPixels(box, size)
  // There are 256 values and hundreds of thousands of pixels: how often each occurs says all.
  const counts = new Uint32Array(256)
  let edges = 0
  for (const luma of lumas)
    for (let y = top; y < bottom; y++)
      for (let i = y * size.width + left; i < y * size.width + right; i++) {
        const value = luma[i]!
        counts[value]!++
        if (Math.abs(value - (luma[i + 1] ?? 0)) > EDGE) edges++
      }
  const total = lumas.length * Math.max(0, right - left) * Math.max(0, bottom - top)
  const share = (part: number) => toLuminance(findNth(counts, Math.floor(part * (total - 1))) ?? 16)
  const sum = counts.reduce((all, count, value) => all + count * toLuminance(value), 0)
  const mean = sum / Math.max(1, total)
  return { tone: { mean, dark: share(RIM), light: share(1 - RIM) }, edges: edges / Math.max(1, total) }
}

/** How far a place is from what it is on the mean of all moments, in steps of brightness, on the mean of its pixels. */
export function measureChange(
  { size, lumas }: { size: Size; lumas: readonly Uint8Array[] },
  box: Box,
): number {
  const { left, right, top, bottom } = cutToPixels(box, size)
  let change = 0
  let pixels = 0
  for (let y = top; y < bottom; y++)
    for (let i = y * size.width + left; i < y * size.width + right; i++) {
      const mean = lumas.reduce((sum, luma) => sum + luma[i]!, 0) / lumas.length
      change += lumas.reduce((sum, luma) => sum + Math.abs(luma[i]! - mean), 0) / lumas.length
      pixels++
    }
  return change / Math.max(1, pixels)
}

/** What is darker or lighter than all but so much of a ground says how dark or light it gets. */
const RIM = 0.05

/** The value that comes nth, from 0, if all were sorted. */
function findNth(counts: Uint32Array, nth: number): number | undefined {
  let before = 0
  for (const [value, count] of counts.entries()) {
    before += count
    if (nth >= 0 && before > nth) return value
  }
  return undefined
}

/** From the encoder's brightness, 16 to 235, to relative luminance. */
function toLuminance(luma: number): number {
  return Math.min(1, Math.max(0, (luma - 16) / 219)) ** 2.2
}

/** From one pixel to the next. */
const EDGE = 26
