import { type Box, type Cover, type FrameLayout, findSubject } from '@songreel/kit'
import { type Composition, MOST_CORE_LOST } from './composition.ts'
import { findCrop, keepsHeads, type Seen, seeLost } from './keeping-crop.ts'
import { loseCore, loseThings, measureBehind } from './weigh-place.ts'

/** The second shot is so much closer, unless that would lose more than so much besides, or bring more behind the words. */
const CLOSER = [1.11, 1.07, 1.04]
const MOST_MORE = { subject: 0.02, spread: 0.08, cut: 0.01, behind: 0.02 }
/** A face stays so far from the frame's edges, in parts of it, or as far as it was. */
const FACE_AIR = 0.1
/** What stays where it is, on each axis: the frame's middle, or an edge. */
const STAYS = [0.5, 0, 1]

/** The picture nearer, behind the same words. */
export function moveCloser(
  seen: Seen,
  { place, words }: Composition,
  { size }: FrameLayout,
): Box | undefined {
  const frame = { x: 0, y: 0, ...size }
  const measure = (at: Box) => ({
    ...seeLost(seen, findCrop(seen.cover, at, frame)),
    cut: loseThings(seen.kept, at, size),
    core: loseCore(seen.kept, at, size),
    behind: measureBehind(seen, at, words),
    air: measureFaceAir(seen.cover, at, frame),
  })
  const before = measure(place)
  return CLOSER.flatMap((by) =>
    STAYS.flatMap((down) =>
      STAYS.map((across) => enlarge(place, by, across * size.width, down * size.height)),
    ),
  ).find((closer) => {
    const after = measure(closer)
    const isAsWhole =
      after.subject <= before.subject + MOST_MORE.subject &&
      after.spread <= before.spread + MOST_MORE.spread &&
      after.cut <= before.cut + MOST_MORE.cut &&
      after.core <= Math.max(before.core, MOST_CORE_LOST)
    const isAsFree =
      after.behind.head <= before.behind.head &&
      after.behind.subject <= before.behind.subject + MOST_MORE.behind &&
      after.behind.things <= before.behind.things + MOST_MORE.behind &&
      after.behind.core <= before.behind.core + MOST_MORE.behind
    const hasAir = after.air >= Math.min(before.air, FACE_AIR)
    return isAsWhole && isAsFree && hasAir && keepsHeads(seen, findCrop(seen.cover, closer, frame))
  })
}

function enlarge({ x, y, width, height }: Box, by: number, atX: number, atY: number): Box {
  return { x: atX + by * (x - atX), y: atY + by * (y - atY), width: by * width, height: by * height }
}

/** How far faces are from the frame's edges, in frames. */
function measureFaceAir({ salience }: Cover, place: Box, frame: Box): number {
  const airs = findSubject(salience).faces.flatMap((face) => {
    const [x, y] = [place.x + face.x * place.width, place.y + face.y * place.height]
    return [
      x / frame.width,
      y / frame.height,
      (frame.width - x - face.width * place.width) / frame.width,
      (frame.height - y - face.height * place.height) / frame.height,
    ]
  })
  return Math.min(Number.POSITIVE_INFINITY, ...airs)
}
