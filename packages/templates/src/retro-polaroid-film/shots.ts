import {
  type Box,
  type Cover,
  chance,
  cropToFill,
  findSubject,
  hexToOklch,
  insetBox,
  measureHidden,
} from '@songreel/kit'

/** One picture that was taken of the cover: which part of it, and the light of its film. */
export type Shot = { crop: Box; film: 'TRUE' | 'WARM' | 'COOL' | 'GREY' | 'PUSHED' }

const NEAR_ZOOM = 1.55
const DETAIL = 0.46
const SMALL_DETAIL = 0.3
const PLACES = [0, 0.25, 0.5, 0.75, 1]

/** What lies on the table: all of the cover on every print, each on another film. */
export type Prints = {
  /** Those that fall on top: in colour, since the one on top is the picture of the video. */
  pile: readonly Shot[]
  /** Those that lie aside. */
  others: readonly Shot[]
  /** Where the frame's edge cuts a print there is a detail without a face. */
  cut: Shot
}

export function takePrints(cover: Cover, seed: number): Prints {
  const crop = cropToFill(cover, { width: 100, height: 100 })
  const isWarm = chance(seed, 'near') < 0.5
  const first: Shot = { crop, film: isWarm ? 'WARM' : 'COOL' }
  const second: Shot = { crop, film: isWarm ? 'COOL' : 'WARM' }
  return {
    pile: [{ crop, film: 'TRUE' }, first, second],
    others: [first, { crop, film: isDark(cover) ? 'PUSHED' : 'GREY' }, second],
    cut: { ...first, crop: findFaceless(cover) ?? crop },
  }
}

/** What the film saw: all of the cover, its subject from nearer, and the two details with most to see. */
export function takeShots(cover: Cover, seed: number): Shot[] {
  const square = { width: 100, height: 100 }
  const whole = cropToFill(cover, square)
  const nearer = cropToFill(cover, square, NEAR_ZOOM)
  const near = cutsFace(cover, nearer) ? whole : nearer
  const [first, second] = findDetails(cover)
  const isSwapped = chance(seed, 'details') < 0.5
  return [
    { crop: whole, film: 'TRUE' },
    { crop: near, film: chance(seed, 'near') < 0.5 ? 'WARM' : 'COOL' },
    { crop: isSwapped ? second : first, film: isDark(cover) ? 'PUSHED' : 'GREY' },
    { crop: isSwapped ? first : second, film: 'WARM' },
  ]
}

/** Below this lightness, on average, a film without colours is pushed: grey on grey shows nothing. */
const DARK = 0.45

function isDark({ palette }: Cover): boolean {
  const lightness = palette.swatches.reduce(
    (sum, { colour, share }) => sum + share * hexToOklch(colour).lightness,
    0,
  )
  return lightness < DARK
}

/** What is cut by a detail's edge counts against it, by so much; the edge is so wide, in parts of its side. */
const CUT = 0.7
const EDGE = 0.2

/** The two squares with most of what matters that do not show the same, and cut neither a face nor much of anything else. */
function findDetails(cover: Cover): [Box, Box] {
  const whole = cropToFill(cover, { width: 100, height: 100 })
  const ranked = rankDetails(cover).filter((box) => !cutsFace(cover, box))
  const [best = whole] = ranked
  const other = ranked.find((box) => Math.hypot(box.x - best.x, box.y - best.y) > 0.7 * best.width)
  return [best, other ?? whole]
}

/** The square with most to see and no part of a face; undefined for a cover without faces, any part of which may be seen. */
function findFaceless(cover: Cover): Box | undefined {
  const heads = listHeads(cover)
  if (heads.length === 0) return undefined
  return [DETAIL, SMALL_DETAIL]
    .flatMap((share) => rankDetails(cover, share))
    .find((box) => heads.every((head) => measureOverlap(head, box) === 0))
}

function rankDetails(cover: Cover, share = DETAIL): Box[] {
  const { width, height } = cover
  const side = share * Math.min(width, height)
  const hidden = measureHidden(cover, { width, height })
  const boxes = PLACES.flatMap((across) =>
    PLACES.map((down) => ({
      x: across * (width - side),
      y: down * (height - side),
      width: side,
      height: side,
    })),
  )
  const weigh = (box: Box) => {
    const cut = hidden(insetBox(box, -0.5 * EDGE * side)) - hidden(insetBox(box, 0.5 * EDGE * side))
    return hidden(box) - CUT * cut
  }
  return boxes
    .map((box) => ({ box, weight: weigh(box) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ box }) => box)
}

/** A head is so much larger than the face that was found in it. */
const HEAD = 0.25

function listHeads({ salience, width, height }: Cover): Box[] {
  return findSubject(salience).faces.map((face) => ({
    x: (face.x - 0.5 * HEAD * face.width) * width,
    y: (face.y - 0.5 * HEAD * face.height) * height,
    width: (1 + HEAD) * face.width * width,
    height: (1 + HEAD) * face.height * height,
  }))
}

/** Whether some of a head is shown, and not all of it. */
function cutsFace(cover: Cover, box: Box): boolean {
  return listHeads(cover).some((head) => {
    const share = measureOverlap(head, box)
    return share > 0 && share < 0.97
  })
}

/** How much of a box lies in another one, 0 to 1. */
function measureOverlap(part: Box, whole: Box): number {
  const across = Math.min(part.x + part.width, whole.x + whole.width) - Math.max(part.x, whole.x)
  const down = Math.min(part.y + part.height, whole.y + whole.height) - Math.max(part.y, whole.y)
  return (Math.max(0, across) * Math.max(0, down)) / (part.width * part.height)
}
