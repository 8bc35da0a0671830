import {
  type Box,
  type Cover,
  type FrameLayout,
  fitLogoSize,
  type LetterRow,
  planFrame,
  type Size,
} from '@songreel/kit'
import { composeRidge } from './composition.ts'
import type { Cut } from './cut.ts'
import { findKept } from './kept.ts'
import { composePane } from './pane.ts'
import { moveCloserIn } from './pane-closer.ts'
import { moveCloserOut } from './ridge-closer.ts'
import { planRows } from './rows.ts'

/** Where everything stands, in pixels of the frame. */
export type Layout = {
  /** From edge to edge: fine across faces, larger the further away. */
  rows: LetterRow[]
  /** Where the whole cover lies in each shot, the widest first. */
  shots: Box[]
  /** Which part of the frame shows the photograph; all of it where a ridge is cut out, and words are its sky. */
  pane: Box
  /** What is cut out, where words have room in its sky. */
  cut?: Cut | undefined
  /** Where the words stand, beside the photograph or in its sky: names and line. */
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
  const seen = { cover, kept: findKept(cover) }
  const frame = planFrame(size)
  const ridge = cut && composeRidge(seen, frame, isRtl)
  const composed = ridge ? { ...ridge, pane: { x: 0, y: 0, ...size } } : composePane(seen, frame, isRtl)
  const { pane, place, words } = composed
  const closer = ridge ? moveCloserOut(seen, ridge, frame) : moveCloserIn(seen, composed)
  const shots = closer ? [place, closer] : [place]
  return {
    rows: planRows({ cover, shots, pane }, size.height, frame.scale),
    shots,
    pane,
    words,
    ...(ridge && { cut }),
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
