import type { Box } from '../geometry.ts'
import type { Cover } from './create-cover.ts'
import { TRIES } from './crop-to-fill.ts'
import { findCutSides, isFreeBeyond } from './cut-things.ts'
import { findSubject } from './subject.ts'
import { KEEN, measureSeen } from './tight-crop.ts'

/** A thing's end has so much of the crop's width before it, or at least the last: things move a little, and the very tip of a beak is too thin to be told. */
const AIRS = [0.09, 0.04] as const
const LEAST_AIR = AIRS[1]
/** Another place must show so much of what the first one shows of all that stands out most. */
const LEAST_KEPT = 0.85

/** How clear a side is: with so much air, and, if any, the crop that may cut things there, but no more of them, that go on to the cover's own edge. */
type Clearness = { air: number; mayCut?: Box | undefined }

/**
 * The crop nearest to one that cuts a thing: an animal, a beak, a muzzle. It holds all of that or leaves it out, if need be as wide as
 * one of the others, the first that are tried being `whole`, which hold even what the cover itself cuts. Faces know better.
 */
export function clearSides(
  cover: Cover,
  composed: Box,
  { wider, whole }: Record<'wider' | 'whole', readonly Box[]>,
): Box {
  if (findSubject(cover.salience).faces.length > 0) return composed
  for (const { crops, mayCut } of [{ crops: whole }, { crops: [composed, ...wider], mayCut: composed }]) {
    if (isClear(cover, composed, { air: LEAST_AIR, mayCut })) return composed
    for (const air of AIRS) {
      const found = findNearest(cover, composed, { crops, air, mayCut })
      if (found) return found
    }
  }
  return composed
}

/** Of crops with clear sides the one that is most like the first, in width and then in place. */
function findNearest(
  cover: Cover,
  composed: Box,
  { crops, ...clearness }: Clearness & { crops: readonly Box[] },
): Box | undefined {
  const least = LEAST_KEPT * measureSeen(cover, composed, KEEN)
  const middle = composed.x + composed.width / 2
  const apart = ({ width }: Box) => Math.abs(width - composed.width)
  const aside = ({ x, width }: Box) => Math.abs(x + width / 2 - middle)
  for (const crop of crops.toSorted((a, b) => apart(a) - apart(b))) {
    const [nearest] = listPlaces(cover, crop)
      .filter((moved) => isClear(cover, moved, clearness) && measureSeen(cover, moved, KEEN) >= least)
      .toSorted((a, b) => aside(a) - aside(b))
    if (nearest) return nearest
  }
  return undefined
}

function listPlaces({ width }: Cover, crop: Box): Box[] {
  return Array.from({ length: TRIES + 1 }, (_, i) => ({ ...crop, x: ((width - crop.width) * i) / TRIES }))
}

/** Whether no thing comes to a side of a crop. */
function isClear(cover: Cover, crop: Box, { air, mayCut }: Clearness): boolean {
  const inset = air * crop.width
  const inner = { ...crop, x: crop.x + inset, width: crop.width - 2 * inset }
  const [cut, near] = [findCutSides(cover, crop), findCutSides(cover, inner)]
  return (['left', 'right'] as const).every((side) => {
    const isEdge = side === 'left' ? crop.x < 0.5 : crop.x + crop.width > cover.width - 0.5
    if (isEdge || !(cut[side] || near[side])) return true
    return mayCut !== undefined && !isFurtherIn(crop, mayCut, side) && !isFreeBeyond(cover, crop, side)
  })
}

function isFurtherIn(crop: Box, than: Box, side: 'left' | 'right'): boolean {
  return side === 'left' ? crop.x > than.x + 0.5 : crop.x + crop.width < than.x + than.width - 0.5
}
