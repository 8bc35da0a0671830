import type { Stage } from './stage.ts'

/** Dither and grain are nothing to see. */
const NOISE = 6

/** How much is drawn in the stage's picture: the mean of its edges, in every second row. */
export function measureDetail({ kernels, target, size: { width, height } }: Stage): number {
  const count = Math.ceil((height - 1) / 2) * (width - 1)
  return kernels.sumEdges(target, NOISE) / Math.max(1, count)
}
