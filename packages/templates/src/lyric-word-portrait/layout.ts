import {
  type Box,
  type Cover,
  type FrameLayout,
  findSubject,
  fitLogoSize,
  type LetterRow,
  planFrame,
  type Size,
} from '@songreel/kit'
import { addAir, compose, findCrop, isLittle, seeLost } from './composition.ts'
import type { Cut } from './cut.ts'
import { planRows } from './rows.ts'
import { measureBehind, type Seen, see } from './weigh-place.ts'

/** Where everything stands, in pixels of the frame. */
export type Layout = {
  /** From edge to edge: fine across faces, larger the further away. */
  rows: LetterRow[]
  /** Where the whole cover lies in each shot, the widest first. */
  shots: Box[]
  /** Where the words stand, in a calm part of the picture: names and line. */
  words: Box
  /** Where the line being sung stands. */
  line: Box
  /** Where title and artist stand. */
  names: Box
  /** A brand's logo: at the end of the names' lines. */
  logo?: Box
  size: Size
  unit: number
}

/** Room of title and artist, and the air around type, in pixels of a short side of 1080. */
const NAMES_PX = { TALL: 150, SQUARE: 108, WIDE: 164 }
const AIR_PX = 24
/** A logo's greatest width and height there, also in parts of their height, and the air beside it. */
const LOGO_PX = { width: 270, height: 96, share: 0.76, air: 52 }

/** What else a layout follows: the direction of reading, a brand's logo, and what can be cut out of the cover. */
type LayoutWish = { isRtl?: boolean; logo?: Size | undefined; cut?: Cut | undefined }

/** The picture fills the frame in every shape, and the words stand in it where nothing is hidden by them. */
export function planLayout(size: Size, cover: Cover, { isRtl = false, logo, cut }: LayoutWish = {}): Layout {
  const seen = see(cover, cut)
  const frame = planFrame(size)
  const { place, words } = compose(seen, frame, isRtl)
  const closer = moveCloser(seen, place, { frame, words })
  const shots = closer ? [place, closer] : [place]
  return {
    rows: planRows(cover, shots, size.height, frame.scale),
    shots,
    words,
    ...makeRoom(placeWords(words, frame), { frame, isRtl, logo }),
    size,
    unit: frame.scale(1),
  }
}

/** The second shot is so much closer, unless that would cut into the subject, or bring it behind the words; less so where a photograph whose subject is a guess stands beside them. */
const CLOSER = [1.11, 1.07]
const CLOSER_WIDE = [1.06, 1.04]
const MOST_BEHIND = 0.04
/** A face stays so far from the frame's edges, in parts of its shorter side, or as far as it was. */
const FACE_AIR = 0.1

function moveCloser(
  seen: Seen,
  place: Box,
  { frame, words }: { frame: FrameLayout; words: Box },
): Box | undefined {
  const { cover } = seen
  const { size } = frame
  const leastPx = Math.min(measureFaceAir(cover, place, size), FACE_AIR * Math.min(size.width, size.height))
  // Hair stays clear of words where it was.
  const room = addAir(words, frame)
  const before = measureBehind(seen, place, room)
  const sizes = frame.shape === 'WIDE' && !seen.isCut ? CLOSER_WIDE : CLOSER
  return sizes
    .flatMap((by) => listOrigins(words, frame).map((origin) => enlarge(place, origin, by)))
    .find((closer) => {
      const behind = measureBehind(seen, closer, room)
      const isFree = behind.head === 0 && behind.subject <= MOST_BEHIND && behind.things <= before.things
      const isWhole = isLittle(seeLost(seen, findCrop(cover, closer, frame)))
      return isFree && isWhole && measureFaceAir(cover, closer, size) >= leastPx
    })
}

/** What stays where it is: the middle of the frame at the edge behind the words, that all goes away from them, or at their own edge, that nothing goes far; in a wide frame the other edge. */
function listOrigins({ x, y, width, height }: Box, { size, shape }: FrameLayout): { x: number; y: number }[] {
  const isWide = shape === 'WIDE'
  const [start, length, whole] = isWide ? [x, width, size.width] : [y, height, size.height]
  const isFirst = start + length / 2 < whole / 2
  // A wide picture goes on behind the words before it loses what is at its other side.
  const far = isWide ? [isFirst ? whole : 0] : []
  return [...far, isFirst ? 0 : whole, isFirst ? start + length : start].map((at) =>
    isWide ? { x: at, y: size.height / 2 } : { x: size.width / 2, y: at },
  )
}

function enlarge(box: Box, origin: { x: number; y: number }, by: number): Box {
  return {
    x: origin.x + by * (box.x - origin.x),
    y: origin.y + by * (box.y - origin.y),
    width: by * box.width,
    height: by * box.height,
  }
}

/** How far faces are from the frame's edges, in pixels. */
function measureFaceAir({ salience }: Cover, place: Box, size: Size): number {
  const airs = findSubject(salience).faces.flatMap(({ x, y, width, height }) => [
    place.x + x * place.width,
    place.y + y * place.height,
    size.width - place.x - (x + width) * place.width,
    size.height - place.y - (y + height) * place.height,
  ])
  return Math.min(Number.POSITIVE_INFINITY, ...airs)
}

type Words = Pick<Layout, 'line' | 'names' | 'logo'>

/** Names stand above the line. */
function placeWords(words: Box, { shape, scale }: FrameLayout): Pick<Layout, 'line' | 'names'> {
  const height = scale(NAMES_PX[shape])
  const from = words.y + height + scale(AIR_PX)
  return { names: { ...words, height }, line: { ...words, y: from, height: words.y + words.height - from } }
}

/** What a logo takes, it takes from the names. */
function makeRoom(
  { names, line }: Words,
  { frame, isRtl, logo }: { frame: FrameLayout; isRtl: boolean; logo: Size | undefined },
): Words {
  if (!logo) return { names, line }
  const { scale } = frame
  const air = scale(LOGO_PX.air)
  const { width, height } = fitLogoSize(logo, {
    width: Math.min(scale(LOGO_PX.width), names.width),
    height: Math.min(scale(LOGO_PX.height), LOGO_PX.share * names.height),
  })
  const taken = width + air
  return {
    line,
    logo: { x: isRtl ? names.x : names.x + names.width - width, y: names.y, width, height },
    names: { ...names, x: isRtl ? names.x + taken : names.x, width: names.width - taken },
  }
}
