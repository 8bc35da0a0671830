import { luminance, type Picture, readRgb } from '@songreel/kit/input'

/** What of a logo's outlines is so light, in relative luminance. */
export type OutlineTone = { luminance: number; share: number }

/** So many steps from black to white are told apart, as eyes see them. */
const STEPS = 24
/** A pixel belongs to an outline if nothing is drawn so near to it, in parts of the logo's shorter side. */
const REACH = 0.015

/**
 * How light a logo is where it ends: there it has to part from its ground. What lies inside of it, such as white letters on a black
 * disc, is parted by the logo itself.
 */
export function measureOutlines({ pixels, width, height }: Picture): OutlineTone[] {
  const reach = Math.max(1, Math.round(REACH * Math.min(width, height)))
  const isInk = (x: number, y: number) =>
    x >= 0 && x < width && y >= 0 && y < height && pixels[(y * width + x) * 4 + 3]! >= 128
  const tones = Array.from({ length: STEPS }, () => ({ sum: 0, count: 0 }))
  let whole = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isInk(x, y)) continue
      const isInside =
        isInk(x - reach, y) && isInk(x + reach, y) && isInk(x, y - reach) && isInk(x, y + reach)
      if (isInside) continue
      const light = luminance(readRgb(pixels, (y * width + x) * 4))
      const tone = tones[Math.min(STEPS - 1, Math.floor(Math.sqrt(light) * STEPS))]!
      tone.sum += light
      tone.count++
      whole++
    }
  return tones
    .filter(({ count }) => count > 0)
    .map(({ sum, count }) => ({ luminance: sum / count, share: count / whole }))
}
