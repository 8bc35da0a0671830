import type { Rows } from '../geometry.ts'
import type { Frame } from './frame.ts'
import type { MountedLayer } from './layer.ts'

const ANYWHERE: Rows = { top: Number.NEGATIVE_INFINITY, bottom: Number.POSITIVE_INFINITY }

/**
 * Finds, frame by frame, the layers whose opaque part stands in the frame already: they look as they did when they were
 * drawn last, the ground below has left those pixels out, and nothing else was drawn or will be drawn in their rows.
 */
export function createSettledFinder(layers: readonly MountedLayer[]): (frame: Frame) => readonly boolean[] {
  const isSettled = layers.map(() => false)
  let before = layers.map(() => ANYWHERE)
  return (frame) => {
    const reaches = layers.map((layer) => layer.reach?.(frame))
    const places = reaches.map((reach) => reach ?? ANYWHERE)
    for (const [i, layer] of layers.entries()) {
      const reach = reaches[i]
      const isAlone = (place: Rows, j: number) => j === i || !overlap(place, reach!)
      isSettled[i] =
        layer.occlusion !== undefined &&
        reach?.isSame === true &&
        places.every(isAlone) &&
        before.every(isAlone)
    }
    before = places
    return isSettled
  }
}

/** Two rows share one of colour, so neighbours count as overlapping. */
function overlap(a: Rows, b: Rows): boolean {
  return a.top < b.bottom + 2 && b.top < a.bottom + 2 && a.bottom > a.top
}
