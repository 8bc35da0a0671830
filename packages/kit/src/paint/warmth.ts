import { type Oklch, toDegrees } from './colour.ts'
import { smoothstep } from './easing.ts'

/** In degrees: orange, amber and yellow, which as a dark surface are brown, khaki and olive. Beside them warmth begins. */
export const WARM = { from: 40, to: 118, edge: 13 }

/** How much a hue is one that is brown or olive in the shade, 0..1. */
export function measureWarmth({ hue }: Pick<Oklch, 'hue'>): number {
  const { from, to, edge } = WARM
  const degrees = toDegrees(hue)
  return smoothstep(from - edge, from, degrees) * smoothstep(to + edge, to, degrees)
}
