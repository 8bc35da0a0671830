/**
 * What the bars of a ring stand on, in pixels of the frame: a circle, or with straight sides a frame with round corners, which
 * goes around a picture that no circle may cut.
 */
export type RingOutline = {
  readonly x: number
  readonly y: number
  /** Of the circle, or of the corners. */
  readonly radius: number
  /** How far from the middle the straight sides above and below, and those at both sides, go on. Default 0: a circle. */
  readonly straightX?: number
  readonly straightY?: number
}

/** Where a bar stands, from the outline's middle, and which way it points. */
export type Stand = { x: number; y: number; sine: number; cosine: number }

/**
 * The place that lies so much of the way around the outline, clockwise from the top, of which the whole is 1. Ways are measured
 * `outward` of the corners: bars that stand evenly at their middles are neither crowded nor scattered around a corner.
 */
export function standOn(
  { radius, straightX = 0, straightY = 0 }: RingOutline,
  share: number,
  outward = 0,
): Stand {
  const quarter = ((radius + outward) * Math.PI) / 2
  const sides = { radius, straightX, straightY }
  let left = (share - Math.floor(share)) * (4 * quarter + 4 * (straightX + straightY))
  for (const [turn, length] of [straightX, 2 * straightY, 2 * straightX, 2 * straightY].entries()) {
    if (left <= length) return alongSide(sides, turn, left)
    left -= length
    if (left < quarter) return aroundCorner(sides, turn, left / quarter)
    left -= quarter
  }
  return alongSide(sides, 4, left)
}

type Sides = Required<Pick<RingOutline, 'radius' | 'straightX' | 'straightY'>>

/** Sides 0 and 4 are the two halves of the upper one; `way` begins where the side does. */
function alongSide({ radius, straightX, straightY }: Sides, side: number, way: number): Stand {
  if (side % 4 === 0)
    return { x: side === 0 ? way : way - straightX, y: -straightY - radius, sine: 0, cosine: 1 }
  if (side === 1) return { x: straightX + radius, y: way - straightY, sine: 1, cosine: 0 }
  if (side === 2) return { x: straightX - way, y: straightY + radius, sine: 0, cosine: -1 }
  return { x: -straightX - radius, y: straightY - way, sine: -1, cosine: 0 }
}

/** Corner 0 is the upper right one. */
function aroundCorner({ radius, straightX, straightY }: Sides, corner: number, share: number): Stand {
  const angle = ((corner + share) * Math.PI) / 2
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const [right, down] = [corner < 2 ? 1 : -1, corner === 1 || corner === 2 ? 1 : -1]
  return { x: right * straightX + sine * radius, y: down * straightY - cosine * radius, sine, cosine }
}
