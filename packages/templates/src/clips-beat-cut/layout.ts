import { type Box, isRightToLeft, planFrame, type Size } from '@songreel/kit'
import { type LastCard, planWideLast } from './last-card.ts'
import { type Card, type LayoutWish, type Shape, setBand } from './set-card.ts'

/**
 * How high the band is, for a whole video: with the title on one line where it is large on it; slim, for heads that a low window would
 * cut; or high, with the title in rows, for people who are wider than a window that is not as low.
 */
export type BandHeight = 'USUAL' | 'SLIM' | 'HIGH'

/** In all shapes and for all shots: a band with the names from edge to edge, and a window of the film with all the rest. */
export type Layout = {
  frame: Size
  safe: Box
  isMirrored: boolean
  shape: Shape
  band: Box
  window: Box
  names: Card & { x: number; y: number }
  last: LastCard
}

/** The bands that a frame may have, the best first. */
export const BANDS: Record<Shape, readonly [BandHeight, ...BandHeight[]]> = {
  TALL: ['USUAL', 'SLIM'],
  SQUARE: ['USUAL', 'SLIM', 'HIGH'],
  WIDE: ['USUAL', 'SLIM'],
}

/** How high the names are at most, in parts of the frame's height. */
const MOST_NAMES = { TALL: 0.22, SQUARE: 0.27, WIDE: 0.24 }
const SCALES = { USUAL: 1, SLIM: 0.45, HIGH: 1.3 }
/** Between the names and the film. */
const AIR = 44
/** The band goes on below the film's edge, which falls on even pixels: no line of nothing is between them. */
const OVERLAP = 6

export function planLayout(wish: LayoutWish, height: BandHeight): Layout {
  const { size, words } = wish
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const plan = { ...wish, safe, shape, isMirrored }
  const scale = SCALES[height]
  const most = { width: safe.width, height: scale * MOST_NAMES[shape] * size.height }
  const card = setBand(plan, most, { scale, isInRows: height === 'HIGH' })
  const isFoot = shape === 'WIDE'
  // Without names there is no band, and the film has all of the frame.
  const edge = isFoot ? size.height - safe.y - safe.height : safe.y
  const bandHeight = card.height > 0 ? edge + card.height + AIR : 0
  const overlap = Math.min(OVERLAP, bandHeight)
  const window = { x: 0, y: isFoot ? 0 : bandHeight, width: size.width, height: size.height - bandHeight }
  const y = isFoot ? size.height - edge - card.height : edge
  const names = { ...card, x: safe.x, y }
  return {
    frame: size,
    safe,
    isMirrored,
    shape,
    band: {
      x: 0,
      y: isFoot ? window.height - overlap : 0,
      width: size.width,
      height: bandHeight + overlap,
    },
    window,
    names,
    // The cover takes the film's place; in a wide frame it would be a strip there.
    last: isFoot ? planWideLast(plan) : { cover: window, names },
  }
}
