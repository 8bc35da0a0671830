import { type Box, type Cover, findSubject } from '@songreel/kit'
import { findCrop, keepsHeads, placeCover, type Seen, seeLost } from './keeping-crop.ts'
import type { Composition } from './pane.ts'

/** The second shot is so much closer, unless that would lose more than so much besides. */
const CLOSER = [1.11, 1.07, 1.04]
const MOST_MORE = { subject: 0.02, spread: 0.08 }
/** A face stays so far from a pane's edges, in parts of the pane, or as far as it was. */
const FACE_AIR = 0.12
/** Where what stays lies in a pane, on each axis: in its middle, or at an edge. */
const STAYS = [0.5, 0, 1]

/** A photograph nearer in the same pane: its edges and its words stay where they are. */
export function moveCloserIn(seen: Seen, { pane, place }: Composition): Box | undefined {
  const crop = findCrop(seen.cover, place, pane)
  const before = seeLost(seen, crop)
  const leastAir = Math.min(measureFaceAir(seen.cover, crop), FACE_AIR)
  return CLOSER.flatMap((by) => STAYS.flatMap((down) => STAYS.map((across) => ({ by, across, down }))))
    .map(({ by, across, down }) => ({
      x: crop.x + across * (1 - 1 / by) * crop.width,
      y: crop.y + down * (1 - 1 / by) * crop.height,
      width: crop.width / by,
      height: crop.height / by,
    }))
    .filter((closer) => {
      const { subject, spread } = seeLost(seen, closer)
      const isAsWhole =
        subject <= before.subject + MOST_MORE.subject && spread <= before.spread + MOST_MORE.spread
      return isAsWhole && keepsHeads(seen, closer) && measureFaceAir(seen.cover, closer) >= leastAir
    })
    .map((closer) => placeCover(seen.cover, closer, pane))[0]
}

/** How far faces are from a crop's edges, in crops. */
function measureFaceAir({ salience, width, height }: Cover, crop: Box): number {
  const airs = findSubject(salience).faces.flatMap((face) => [
    (face.x * width - crop.x) / crop.width,
    (face.y * height - crop.y) / crop.height,
    (crop.x + crop.width - (face.x + face.width) * width) / crop.width,
    (crop.y + crop.height - (face.y + face.height) * height) / crop.height,
  ])
  return Math.min(Number.POSITIVE_INFINITY, ...airs)
}
