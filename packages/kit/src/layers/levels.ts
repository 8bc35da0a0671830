import { clamp01 } from '../paint/easing.ts'

/**
 * Spreads levels over another count by interpolation, held between 0 and 1. Mirrored, the first level comes to lie in
 * the middle and the last at both ends.
 */
export function resampleLevels(levels: ArrayLike<number>, into: Float32Array, mirrored = false): void {
  const last = levels.length - 1
  for (let i = 0; i < into.length; i++) {
    const position = into.length > 1 ? i / (into.length - 1) : 0
    const at = (mirrored ? Math.abs(position * 2 - 1) : position) * last
    const low = Math.floor(at)
    const a = levels[low] ?? 0
    const b = levels[Math.min(last, low + 1)] ?? 0
    into[i] = clamp01(a + (b - a) * (at - low))
  }
}
