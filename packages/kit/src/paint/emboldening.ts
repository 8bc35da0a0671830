import type { FontRole } from './font-families.ts'

/** Strokes that are thinner than this, in em, are lost in a video: small type is a few pixels high, and pictures lie behind it. */
const LEAST_STROKE = { DISPLAY: 0.028, TEXT: 0.042 }
/** More would fill the eyes of letters. */
const MOST_EMBOLDENING = 0.024

/** How much bolder a font is drawn than it is, in em: a hairline serif at the size of a caption would not be read. */
export function findEmboldening({ hairline = 0 }: { hairline?: number }, role: FontRole): number {
  if (hairline === 0) return 0
  return Math.min(MOST_EMBOLDENING, Math.max(0, LEAST_STROKE[role] - hairline))
}
