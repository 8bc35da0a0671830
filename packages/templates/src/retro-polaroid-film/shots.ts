import {
  type Box,
  type Cover,
  chance,
  cropToFill,
  findSubject,
  hexToOklch,
  insetBox,
  measureHidden,
  measureLost,
  type Size,
  shapeForPeople,
} from '@songreel/kit'

/** One picture that was taken of the cover: which part of it, and the light of its film. */
export type Shot = { crop: Box; film: 'TRUE' | 'COOL' | 'DUSK' | 'GREY' | 'PUSHED' }

const DETAIL = 0.46
const PLACES = [0, 0.25, 0.5, 0.75, 1]

/** What lies on the table: all of the cover first, then its subject from nearer, each on another film. */
export type Prints = {
  /** Those that fall on top: in colour, since the one on top is the picture of the video. */
  pile: readonly Shot[]
  /** Those that lie aside, the one without colours first. */
  others: readonly Shot[]
}

/** The shape of all pictures of a cover: square as such films are, or, where a square would leave out somebody, the cover's own. */
export function shapeShots(cover: Cover): Size {
  return shapeForPeople(cover, SQUARE)
}

export function takePrints(cover: Cover, seed: number): Prints {
  const [whole, near, far] = takeCrops(cover)
  const isCool = chance(seed, 'near') >= 0.5
  return {
    pile: [
      { crop: whole, film: 'TRUE' },
      { crop: near, film: isCool ? 'COOL' : 'DUSK' },
      { crop: far, film: isCool ? 'DUSK' : 'COOL' },
    ],
    others: [
      { crop: near, film: isDark(cover) ? 'PUSHED' : 'GREY' },
      { crop: far, film: isCool ? 'COOL' : 'DUSK' },
    ],
  }
}

/** All of the cover, its subject from near, and from less near; nobody is cut. */
function takeCrops(cover: Cover): [Box, Box, Box] {
  const whole = cropToFill(cover, shapeShots(cover))
  return [whole, findNear(cover, ZOOMS) ?? whole, findNear(cover, ZOOMS.slice(1)) ?? whole]
}

const SQUARE = { width: 100, height: 100 }
/** From near to less near; a print from near may lose so much of the subject, and so much of all that there is to see. */
const ZOOMS = [1.45, 1.25, 1.12]
const MOST_LOST = { subject: 0.1, spread: 0.16 }

/** The nearest picture that keeps the subject. */
function findNear(cover: Cover, zooms: readonly number[]): Box | undefined {
  const shape = shapeShots(cover)
  return zooms
    .map((zoom) => cropToFill(cover, shape, zoom))
    .find((crop) => {
      const { subject, spread } = measureLost(cover, crop)
      return subject <= MOST_LOST.subject && spread <= MOST_LOST.spread && holdsFaces(cover, crop)
    })
}

/** What the film saw: all of the cover, its subject from nearer, and the two details with most to see; or, of a person, the face again. */
export function takeShots(cover: Cover, seed: number): Shot[] {
  const shape = shapeShots(cover)
  const whole = cropToFill(cover, shape)
  const near = findNear(cover, ZOOMS) ?? whole
  const [first, second] = shape === SQUARE ? (findPortraits(cover) ?? findDetails(cover)) : [near, whole]
  const isSwapped = chance(seed, 'details') < 0.5
  const isCool = chance(seed, 'near') >= 0.5
  return [
    { crop: whole, film: 'TRUE' },
    { crop: near, film: isCool ? 'COOL' : 'DUSK' },
    { crop: isSwapped ? second : first, film: isDark(cover) ? 'PUSHED' : 'GREY' },
    { crop: isSwapped ? first : second, film: isCool ? 'DUSK' : 'COOL' },
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

/** The two squares with most of what matters that do not show the same, and cut not much of anything. */
function findDetails(cover: Cover): [Box, Box] {
  const whole = cropToFill(cover, { width: 100, height: 100 })
  const ranked = rankDetails(cover)
  const [best = whole] = ranked
  const other = ranked.find((box) => Math.hypot(box.x - best.x, box.y - best.y) > 0.7 * best.width)
  return [best, other ?? whole]
}

/** How large pictures are that were taken of faces, or of what else is the cover's subject: so many times as high. */
const PORTRAITS = { faces: [1.5, 2.3], subject: [1.1, 1.6] }

/** All faces from near and from less near, or all of the subject: it may be a person, who without a head is nobody's picture. */
function findPortraits(cover: Cover): [Box, Box] | undefined {
  const faces = listHeads(cover)
  const heads = faces.length > 0 ? faces : listSubject(cover)
  if (heads.length === 0) return undefined
  const left = Math.min(...heads.map(({ x }) => x))
  const top = Math.min(...heads.map(({ y }) => y))
  const right = Math.max(...heads.map(({ x, width }) => x + width))
  const bottom = Math.max(...heads.map(({ y, height }) => y + height))
  const whole = cropToFill(cover, { width: 100, height: 100 })
  const take = (times: number): Box => {
    const side = times * Math.max(right - left, bottom - top)
    if (side >= Math.min(cover.width, cover.height)) return whole
    const place = (middle: number, length: number) => Math.max(0, Math.min(length - side, middle - side / 2))
    const x = place((left + right) / 2, cover.width)
    return { x, y: place((top + bottom) / 2, cover.height), width: side, height: side }
  }
  const [near, far] = PORTRAITS[faces.length > 0 ? 'faces' : 'subject'].map(take) as [Box, Box]
  return [near, far]
}

function rankDetails(cover: Cover): Box[] {
  const { width, height } = cover
  const side = DETAIL * Math.min(width, height)
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

function listSubject({ salience, width, height }: Cover): Box[] {
  const { box } = findSubject(salience)
  return box
    ? [{ x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height }]
    : []
}

/** Whether every head is shown, and none of them cut. */
function holdsFaces(cover: Cover, box: Box): boolean {
  return listHeads(cover).every((head) => measureOverlap(head, box) >= 0.97)
}

/** How much of a box lies in another one, 0 to 1. */
function measureOverlap(part: Box, whole: Box): number {
  const across = Math.min(part.x + part.width, whole.x + whole.width) - Math.max(part.x, whole.x)
  const down = Math.min(part.y + part.height, whole.y + whole.height) - Math.max(part.y, whole.y)
  return (Math.max(0, across) * Math.max(0, down)) / (part.width * part.height)
}
