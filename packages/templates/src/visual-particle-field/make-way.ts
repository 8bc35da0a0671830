import { smoothstep } from '@songreel/kit'
import type { Layout } from './layout.ts'

/**
 * Around letters and a logo nothing is seen, and so far from there pieces grow smaller, in pixels of a frame whose short side is 1080.
 * Shy ones keep as much farther away as this: a border that is the same for all would be a box around the type.
 */
const AIR_PX = 12
const SOFT_PX = 60
const SHY_PX = 90

/** How large a piece may be where it is, as a factor: none is ever under a letter, and no shade is needed there. How shy one is, is 0 to 1. */
export function makeWay({ texts, logo, unit }: Layout) {
  const lines = texts.flatMap(({ box, layout }) =>
    layout.lines.map(({ ink: { left, top, right, bottom } }) => ({
      left: box.x + left,
      top: box.y + top,
      right: box.x + right,
      bottom: box.y + bottom,
    })),
  )
  const mark = logo && { left: logo.x, top: logo.y, right: logo.x + logo.width, bottom: logo.y + logo.height }
  const kept = mark ? [...lines, mark] : lines
  const [air, soft, shied] = [AIR_PX * unit, SOFT_PX * unit, SHY_PX * unit]
  return (
    { x, y, width, scale }: { x: number; y: number; width: number; scale: number },
    shyness = 0,
  ): number => {
    let nearest = Number.POSITIVE_INFINITY
    for (const { left, top, right, bottom } of kept)
      nearest = Math.min(
        nearest,
        Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0)),
      )
    const from = air + shied * shyness
    return smoothstep(from, from + soft, nearest - 0.5 * width * scale)
  }
}
