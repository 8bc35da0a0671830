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
  const isSame = layers.map(() => false)
  const places = layers.map((): Rows => ({ ...ANYWHERE }))
  const before = layers.map((): Rows => ({ ...ANYWHERE }))
  return (frame) => {
    for (let i = 0; i < layers.length; i++) {
      const layer = layers[i]!
      const reach = layer.reach?.(frame)
      moveTo(before[i]!, places[i]!)
      moveTo(places[i]!, reach ?? ANYWHERE)
      isSame[i] = reach?.isSame === true
    }
    for (let i = 0; i < layers.length; i++) {
      const layer = layers[i]!
      const place = places[i]!
      const isAlone = (other: Rows, j: number) => j === i || !overlap(other, place)
      isSettled[i] =
        isSame[i]! && layer.occlusion !== undefined && places.every(isAlone) && before.every(isAlone)
    }
    return isSettled
  }
}

function moveTo(place: Rows, { top, bottom }: Rows): void {
  place.top = top
  place.bottom = bottom
}

/** Two rows share one of colour, so neighbours count as overlapping. */
function overlap(a: Rows, b: Rows): boolean {
  return a.top < b.bottom + 2 && b.top < a.bottom + 2 && a.bottom > a.top
}
