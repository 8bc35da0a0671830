import { type Box, type Cover, measurePlainness, type Size } from '@songreel/kit'

/** The layers are drawn so much larger than they must be, so that the front can drift, and that one grows so much more at most. */
export const SPARE = 1.06
export const NEAREST = 1.075

/** How much of the frame's height may be drawn on above the cover, if its upper edge is plain. */
const MOST_ABOVE = 0.32
const PLAIN_ENOUGH = 0.6
const ABOVE = [0, 0.16, MOST_ABOVE]
const PANS = [0, 0.3, 0.5, 0.7, 1]
const NEARER = 1.16

/** The ways in which the whole cover can lie in a frame that it fills; above it may be more of a plain sky. */
export function listViews(cover: Cover, size: Size): Box[] {
  const least = Math.max(size.width / cover.width, size.height / cover.height)
  const hasSky = measurePlainness(cover.picture).top >= PLAIN_ENOUGH
  const views: Box[] = []
  for (const above of hasSky ? ABOVE : [0]) {
    const scale = Math.max(size.width / cover.width, ((1 - above) * size.height) / cover.height)
    for (const nearer of [1, NEARER]) {
      const [width, height] = [cover.width * scale * nearer, cover.height * scale * nearer]
      if (above > 0 && (nearer > 1 || scale === least)) continue
      const [roomX, roomY] = [width - size.width, height - size.height]
      for (const panX of roomX > 1 ? PANS : [0.5])
        for (const panY of roomY > 1 ? PANS : [1])
          views.push({ x: -panX * roomX, y: -panY * roomY, width, height })
    }
  }
  return views
}

/** A place as it is after the layer grew around the middle of the frame's foot. */
export function growFromFoot({ x, y, width, height }: Box, size: Size, scale: number): Box {
  const middle = size.width / 2
  return {
    x: middle + (x - middle) * scale,
    y: size.height + (y - size.height) * scale,
    width: width * scale,
    height: height * scale,
  }
}
