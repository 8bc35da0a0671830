import type { Box } from '@songreel/kit/core'
import { luminance, readRgb } from '@songreel/kit/input'
import type { FoundText } from './find-text.ts'

/** A drawn frame: RGB, rows without padding. */
export type FrameRgb = { rgb: Uint8Array; width: number; height: number }

/** How well a line stands out, as a contrast ratio of WCAG 2.2. */
export type TextContrast = { text: string; ratio: number }

/** How far around the letters their ground is looked at. */
const RIM_PX = 4

/** Letters against the ground right around them, as drawn; translucent ones are left out. */
export function measureContrast(found: readonly FoundText[], frame: FrameRgb): TextContrast[] {
  return found.flatMap(({ text, ink, luminance: letters }) => {
    if (letters === undefined) return []
    const ratios = new Float64Array(listRatios(letters, ink, found, frame)).sort()
    // A tenth is left out: a hairline or the card's edge may pass close by.
    const ratio = ratios[Math.floor(ratios.length / 10)]
    return ratio === undefined ? [] : [{ text, ratio }]
  })
}

/** The contrast to every pixel around a line on which no letter stands. */
function listRatios(
  letters: number,
  ink: Box,
  found: readonly FoundText[],
  { rgb, width, height }: FrameRgb,
): number[] {
  const ratios: number[] = []
  const bottom = Math.min(height, ink.y + ink.height + RIM_PX)
  const right = Math.min(width, ink.x + ink.width + RIM_PX)
  for (let y = Math.max(0, Math.floor(ink.y) - RIM_PX); y < bottom; y++) {
    const lines = found.filter(({ ink: box }) => y >= box.y - 1 && y <= box.y + box.height + 1)
    for (let x = Math.max(0, Math.floor(ink.x) - RIM_PX); x < right; x++) {
      const line = lines.find(({ ink: box }) => x >= box.x - 1 && x <= box.x + box.width + 1)
      // On to the last column of the line.
      if (line) x = Math.floor(line.ink.x + line.ink.width + 1)
      else ratios.push(compare(letters, luminance(readRgb(rgb, (y * width + x) * 3))))
    }
  }
  return ratios
}

function compare(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
