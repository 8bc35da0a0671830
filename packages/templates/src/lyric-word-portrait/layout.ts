import {
  type Box,
  type Cover,
  type FrameLayout,
  fitLogoSize,
  type LetterRow,
  planFrame,
  type Size,
} from '@songreel/kit'
import { moveCloser } from './closer.ts'
import { compose } from './composition.ts'
import { findKept } from './kept.ts'
import { planRows } from './rows.ts'

/** Where everything stands, in pixels of the frame. */
export type Layout = {
  /** From edge to edge: fine across faces, larger the further away. */
  rows: LetterRow[]
  /** Where the whole cover lies in each shot, the widest first. */
  shots: Box[]
  /** Where the words stand in the picture: names and line. */
  words: Box
  /** Where the line being sung stands. */
  line: Box
  /** Lines hang below the names at the head of the frame; elsewhere names stand above them. */
  hangs: boolean
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
/** Words whose middle is above this part of the height are at the head. */
const HEAD = 0.45
/** A logo's greatest width and height there, also in parts of their height, and the air beside it. */
const LOGO_PX = { width: 270, height: 96, share: 0.76, air: 52 }

/** What else a layout follows: the direction of reading, and a brand's logo. */
type LayoutWish = { isRtl?: boolean; logo?: Size | undefined }

/** The picture fills the frame in every shape, and the words stand in it where nothing is hidden by them. */
export function planLayout(size: Size, cover: Cover, { isRtl = false, logo }: LayoutWish = {}): Layout {
  const seen = { cover, kept: findKept(cover) }
  const frame = planFrame(size)
  const composed = compose(seen, frame, isRtl)
  const { place, words } = composed
  const closer = moveCloser(seen, composed, frame)
  const shots = closer ? [place, closer] : [place]
  return {
    rows: planRows({ cover, shots }, size.height, frame.scale),
    shots,
    words,
    hangs: words.y + words.height / 2 < HEAD * size.height,
    ...makeRoom(placeWords(words, frame), { frame, isRtl, logo }),
    size,
    unit: frame.scale(1),
  }
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

/** What long names take beyond their room, they take from the line's. */
export function leaveRoom(layout: Layout, namesPx: number): Layout {
  const { line, names } = layout
  const over = Math.max(0, namesPx - names.height)
  return { ...layout, line: { ...line, y: line.y + over, height: line.height - over } }
}

/** Above lines that stand on the foot of their room, names come down to the tallest of them, unless a logo stands beside them: its place is known before any line. */
export function closeGap(layout: Layout, linePx: number): Layout {
  const { names, line, hangs, logo, unit } = layout
  if (hangs || logo || linePx === 0) return layout
  const gap = Math.max(0, line.height - GROWTH * linePx - AIR_PX * unit)
  return { ...layout, names: { ...names, y: names.y + gap } }
}

/** A line grows on a beat. */
const GROWTH = 1.06
