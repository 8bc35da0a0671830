import {
  type Box,
  type ColumnText,
  type FontStyle,
  fitColumn,
  fitLogoSize,
  isRightToLeft,
  type PlacedText,
  placeInside,
  planFrame,
  type Size,
} from '@songreel/kit'
import { type Block, type BlockWish, setBlock } from './block.ts'

/** What the titles at both ends say; each may be empty. */
export type Words = { title: string; artist: string; note: string }

/** A block and the place of its top left corner. */
export type PlacedBlock = { block: Block; x: number; y: number }

/** A title set as the lines are, and what stands beside it. */
export type Titles = { title: PlacedBlock; texts: readonly PlacedText[] }

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = {
  /** The band at the frame's foot on which lines stand, as high as it may ever be. */
  band: Box
  /** In tall frames, below the words, where platforms put their captions: the cover. */
  stamp?: Box
  /** The room of a line: it stands on the lower edge. */
  line: Box
  linePx: { most: number; least: number }
  /** Title and artist at the beginning, where lines are sung later. */
  opening: Titles
  /** The last card: the cover, flush with the frame's edges, and title, artist and note on the band's ground. */
  cover: Box
  names: Titles
  /** A brand's logo: on the band, below the words. */
  logo?: Box
}

/** What a film is planned for; `ratio` is the cover's width by its height. */
export type LayoutWish = {
  size: Size
  words: Words
  font: FontStyle
  ratio?: number
  logoSize?: Size | undefined
}

/** In pixels of the design: the largest and the least type of a line, its room's height, and the artist. */
const MEASURES = {
  TALL: { linePx: { most: 300, least: 92 }, lineHeight: 620, artistPx: 68 },
  SQUARE: { linePx: { most: 270, least: 76 }, lineHeight: 400, artistPx: 54 },
  WIDE: { linePx: { most: 340, least: 84 }, lineHeight: 350, artistPx: 60 },
}
const GAP = 28
/** Above the words of a band, and between them and the cover below. */
const BAND_AIR = 56
const LEAST_STAMP = 120
/** Between the cover of the last card and its names. */
const AIR = 64
/** The cover's part of a square card's width, and the most of a wide one's. */
const SQUARE_COVER = 0.6
const WIDE_COVER = 0.5625
/** No cover is lower than this part of its width. */
const LOWEST = 0.56

/** All that is said stands in one column as wide as the frame's safe part. */
export function planLayout({ size, words, font, ratio = 1, logoSize }: LayoutWish): Layout {
  const { safe: whole, shape } = planFrame(size)
  const { linePx, lineHeight } = MEASURES[shape]
  const isMirrored = isRightToLeft(words.title || words.artist)
  const logo = logoSize && placeLogo(logoSize, whole, isMirrored)
  const safe = logo ? { ...whole, height: logo.y - LOGO_PX.gap - whole.y } : whole
  const foot = safe.y + safe.height
  const height = Math.min(lineHeight, 0.6 * safe.height)
  const line = { x: safe.x, y: foot - height, width: safe.width, height }
  const top = line.y - BAND_AIR
  const stamp = placeInside(insetFoot(whole, size), ratio, isMirrored ? 1 : 0, 0)
  const plan = { size, safe, words, font, ratio, isMirrored, shape }
  return {
    band: { x: 0, y: top, width: size.width, height: size.height - top },
    ...(shape === 'TALL' && stamp.height >= LEAST_STAMP && { stamp }),
    line,
    linePx,
    opening: planOpening(plan, line),
    ...planCard(plan),
    ...(logo && { logo }),
  }
}

/** Where platforms put their captions. */
function insetFoot({ x, y, width, height }: Box, size: Size): Box {
  const top = y + height + BAND_AIR
  return { x, y: top, width, height: size.height - x - top }
}

/** How large a logo may be, and the air above it. */
const LOGO_PX = { width: 420, height: 132, gap: 104 }

/** All that is said stands above it, so that it is always on the band, and never on the film. */
function placeLogo(logoSize: Size, safe: Box, isMirrored: boolean): Box {
  const mark = fitLogoSize(logoSize, LOGO_PX)
  const x = isMirrored ? safe.x + safe.width - mark.width : safe.x
  return { x, y: safe.y + safe.height - mark.height, ...mark }
}

/** How high the band stands below a block that ends at the line's lower edge. */
export function measureBand({ band, line }: Layout, wordsPx: number): number {
  return band.y + band.height - (line.y + line.height) + wordsPx + BAND_AIR
}

type Plan = Required<Omit<LayoutWish, 'logoSize'>> & {
  safe: Box
  isMirrored: boolean
  shape: keyof typeof MEASURES
}

/** The title where the first line will be, and below it the artist. */
function planOpening(plan: Plan, line: Box): Titles {
  const below = fitColumn(listTexts({ ...plan, words: { ...plan.words, note: '' } }), line.width)
  const air = below.heightPx > 0 ? GAP : 0
  const room = line.height - below.heightPx - air
  // A title that is one short row leaves the film its room.
  const heightPx = plan.shape === 'WIDE' ? Math.min(room, WIDE_OPENING) : room
  const block = setTitle(plan, { widthPx: line.width, heightPx })
  const foot = line.y + line.height
  return {
    title: { block, x: line.x, y: foot - below.heightPx - air - block.heightPx },
    texts: below.place(line.x, foot - below.heightPx),
  }
}

/** How high the title of a wide film may be at the beginning. */
const WIDE_OPENING = 200

function planCard(plan: Plan): Pick<Layout, 'cover' | 'names'> {
  return plan.shape === 'TALL' ? planTallCard(plan) : planCornerCard(plan)
}

/** The cover where the film was, from edge to edge; the names below it. */
function planTallCard(plan: Plan): Pick<Layout, 'cover' | 'names'> {
  const { size, safe, ratio } = plan
  const foot = safe.y + safe.height
  const widest = Math.min(size.width, foot - LEAST_NAMES - AIR)
  const height = Math.round(Math.max(LOWEST * size.width, Math.min(widest, size.width / ratio)))
  const cover = { x: 0, y: 0, width: size.width, height }
  const top = height + AIR
  const below = fitColumn(listTexts(plan), safe.width)
  const air = below.heightPx > 0 ? GAP : 0
  const block = setTitle(plan, { widthPx: safe.width, heightPx: foot - top - below.heightPx - air })
  const textY = top + block.heightPx + air
  return {
    cover,
    names: { title: { block, x: safe.x, y: top }, texts: below.place(safe.x, textY) },
  }
}

/** A cover leaves so much to the names below it. */
const LEAST_NAMES = 290

/** The cover in one corner; the artist in the corner beside it and the title at the foot. */
function planCornerCard(plan: Plan): Pick<Layout, 'cover' | 'names'> {
  const { size, safe, isMirrored, shape } = plan
  const isWide = shape === 'WIDE'
  const side = isWide ? Math.min(size.height, WIDE_COVER * size.width) : SQUARE_COVER * size.width
  const cover = {
    x: isMirrored ? 0 : size.width - side,
    y: 0,
    width: side,
    height: isWide ? size.height : side,
  }
  const beside = size.width - side - safe.x - AIR
  const x = isMirrored ? side + AIR : safe.x
  const foot = safe.y + safe.height
  const corner = fitColumn(listTexts(plan), beside)
  const block = setTitle(plan, {
    widthPx: isWide ? beside : safe.width,
    heightPx: isWide ? 0.7 * safe.height : foot - side - AIR,
  })
  return {
    cover,
    names: {
      title: { block, x: isWide ? x : safe.x, y: foot - block.heightPx },
      texts: corner.place(x, safe.y),
    },
  }
}

function setTitle({ words, font, shape }: Plan, room: Pick<BlockWish, 'widthPx' | 'heightPx'>): Block {
  return setBlock(words.title, { font, mostPx: MEASURES[shape].linePx.most, ...room })
}

/** The artist in display type, which is upright and strong in every voice, and the note below. */
function listTexts({ words: { artist, note }, font, isMirrored, shape }: Plan): ColumnText[] {
  const { artistPx } = MEASURES[shape]
  const base = { font, align: isMirrored ? 'RIGHT' : 'LEFT', anchor: 'TOP' } as const
  return [
    {
      text: artist,
      style: { ...base, role: 'DISPLAY', maxSizePx: artistPx, minSizePx: 24, maxLines: 2 },
      maxHeightPx: 1.9 * artistPx,
      gapPx: 0,
    },
    {
      text: note,
      style: { ...base, role: 'TEXT', maxSizePx: 44, minSizePx: 18, maxLines: 3 },
      maxHeightPx: 1.2 * artistPx,
      gapPx: GAP,
    },
  ]
}
