import { type Cover, contrast, toHex, withAlpha } from '@songreel/kit'

/** A thin edge of a print, in pixels of the design. */
export type PrintRim = { colour: string; px: number }

/** Any print has a hint of one; where the picture's edge is lost in the ground, it is a line that is seen. */
const HINT = { opacity: 0.14, px: 2 }
const LINE = { opacity: 0.62, px: 4 }

/** So many points of each side are looked at, so far inside of it as a part of the picture. */
const POINTS = 40
const INSIDE = 0.015
/** A point with less contrast to the ground is lost in it, and so large a part of all of them may be. */
const LOST = 1.6
const MOST_LOST = 0.15

/** The edge that a cover needs as a print on a ground: a dark picture on a dark one would lose its shape. */
export function chooseRim(cover: Cover, ground: string): PrintRim {
  const { opacity, px } = isLost(cover, ground) ? LINE : HINT
  return { colour: withAlpha('#ffffff', opacity), px }
}

/** Before a pale ground a pale edge is seen by its shadow. */
function isLost({ picture: { pixels, width, height } }: Cover, ground: string): boolean {
  if (contrast(ground, '#ffffff') < contrast(ground, '#000000')) return false
  const read = (across: number, down: number) => {
    const at = 4 * (Math.floor(down * height) * width + Math.floor(across * width))
    return toHex([pixels[at]!, pixels[at + 1]!, pixels[at + 2]!])
  }
  const points = Array.from({ length: POINTS }, (_, i) => (i + 0.5) / POINTS).flatMap((along) => [
    read(along, INSIDE),
    read(along, 1 - INSIDE),
    read(INSIDE, along),
    read(1 - INSIDE, along),
  ])
  return points.filter((colour) => contrast(colour, ground) < LOST).length > MOST_LOST * points.length
}
