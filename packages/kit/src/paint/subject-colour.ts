import { fromOklch, readRgb, toOklab, toOklch } from './colour.ts'
import type { CoverData } from './cover.ts'
import { findSubject } from './subject.ts'

/** Points looked at along each side of a cell. */
const POINTS = 4

/** The colour that a cover's subject has on the whole, `#rrggbb`; none where nothing stands out. */
export function findSubjectColour({
  picture,
  salience,
}: Pick<CoverData, 'picture' | 'salience'>): string | undefined {
  const { columns, rows, weights, box } = findSubject(salience)
  if (!box) return undefined
  const sum: [number, number, number] = [0, 0, 0]
  for (const [cell, weight] of weights.entries()) {
    if (weight === 0) continue
    for (let point = 0; point < POINTS ** 2; point++) {
      const across = (cell % columns) + ((point % POINTS) + 0.5) / POINTS
      const down = Math.floor(cell / columns) + (Math.floor(point / POINTS) + 0.5) / POINTS
      const x = Math.floor((across / columns) * picture.width)
      const y = Math.floor((down / rows) * picture.height)
      const lab = toOklab(readRgb(picture.pixels, 4 * (y * picture.width + x)))
      for (const axis of [0, 1, 2] as const) sum[axis] += (weight * lab[axis]) / POINTS ** 2
    }
  }
  return fromOklch(toOklch(sum))
}
