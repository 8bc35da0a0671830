import {
  type Box,
  type Cover,
  type FontStyle,
  fitLogoSize,
  fitText,
  isRightToLeft,
  planFrame,
  type Size,
  type TextLayout,
} from '@songreel/kit'

/** What the credits at both ends say; each may be empty. */
export type Words = { title: string; artist: string; note: string }

/** A text and the place of its box's top left corner. */
export type PlacedText = { text: TextLayout; x: number; y: number }

/** Texts that stand and move as one; all places are from its own top left corner. */
export type Block = Size & { texts: readonly PlacedText[] }

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = {
  frame: Size
  /** Where type may stand. */
  safe: Box
  isMirrored: boolean
  shape: Shape
  /** The largest type of a line, and how wide its room is. */
  linePx: number
  lineWidth: number
  /** The credit at the beginning, wherever the picture has room for it: as large as it goes, and then smaller. */
  opening: readonly [Block, ...Block[]]
  /** The last picture: the cover as a print on the film, and the names. */
  cover: Box
  names: Block & { x: number; y: number }
  /** A brand's logo: below all that is said. */
  logo?: Box
}

/** What a film is planned for. */
export type LayoutWish = {
  size: Size
  words: Words
  font: FontStyle
  cover: Pick<Cover, 'width' | 'height'>
  logoSize?: Size | undefined
}

type Shape = 'TALL' | 'SQUARE' | 'WIDE'

const MEASURES = {
  TALL: { linePx: 190, lineShare: 1, openingShare: 1, titlePx: 210, artistPx: 100, nameTitlePx: 240 },
  SQUARE: { linePx: 175, lineShare: 1, openingShare: 1, titlePx: 170, artistPx: 80, nameTitlePx: 190 },
  WIDE: { linePx: 200, lineShare: 0.8, openingShare: 0.5, titlePx: 170, artistPx: 84, nameTitlePx: 190 },
}
const GAP = 40
/** Sizes of the credit beside its largest: smaller it may stand in a strip of sky. */
const SMALLER = [0.84, 0.7]
/** How high a credit may be. */
const OPENING_SHARE = 0.78
/** A title in several rows stands as tight as a film's. */
const TITLE_LEADING = 0.92
const NOTE_PX = 42
/** The cover's part of a square card's safe width, and of a wide one's height. */
const SQUARE_COVER = 0.56
const WIDE_COVER = 0.8
/** A cover is as wide and as high as itself between these. */
const RATIOS = { least: 0.8, most: 1.4 }
/** A tall card's cover leaves the names so much. */
const LEAST_NAMES = 290

export function planLayout(wish: LayoutWish): Layout {
  const { size, words, logoSize } = wish
  const { safe: whole, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.title || words.artist)
  const logo = logoSize && placeLogo(logoSize, whole, isMirrored)
  const safe = logo ? { ...whole, height: logo.y - LOGO_PX.gap - whole.y } : whole
  const { linePx, lineShare } = MEASURES[shape]
  const plan = { ...wish, safe, shape, isMirrored }
  return {
    frame: size,
    safe,
    isMirrored,
    shape,
    linePx,
    lineWidth: lineShare * safe.width,
    opening: [planOpening(plan, 1), ...SMALLER.map((share) => planOpening(plan, share))],
    ...planCard(plan),
    ...(logo && { logo }),
  }
}

/** How large a logo may be, and the air above it. */
const LOGO_PX = { width: 420, height: 132, gap: 72 }

function placeLogo(logoSize: Size, safe: Box, isMirrored: boolean): Box {
  const mark = fitLogoSize(logoSize, LOGO_PX)
  const x = isMirrored ? safe.x + safe.width - mark.width : safe.x
  return { x, y: safe.y + safe.height - mark.height, ...mark }
}

type Plan = LayoutWish & { safe: Box; shape: Shape; isMirrored: boolean }

/** The title and the names below it, small enough to stand beside what there is to see. */
function planOpening(plan: Plan, share: number): Block {
  const { safe, shape, isMirrored } = plan
  const { titlePx, openingShare } = MEASURES[shape]
  const room = openingShare * safe.width
  const gap = share * 0.8 * GAP
  const names = setNames(plan, room, share)
  const height = share * OPENING_SHARE * safe.height - names.heightPx - gap
  const title = setTitle(plan, { width: room, height: Math.max(1, height) }, share * titlePx)
  const namesY = title.heightPx + (title.heightPx > 0 ? gap : 0)
  const width = Math.max(title.widthPx, names.widthPx)
  const shift = isMirrored ? width - room : 0
  return {
    width,
    height: namesY + names.heightPx,
    texts: [...title.place(shift, 0), ...names.place(shift, namesY)],
  }
}

function planCard(plan: Plan): Pick<Layout, 'cover' | 'names'> {
  return plan.shape === 'TALL' ? planTallCard(plan) : planSideCard(plan)
}

/** The cover as a print and the names below it, in one column with equal margins: those that type needs at its worse side. */
function planTallCard(plan: Plan): Pick<Layout, 'cover' | 'names'> {
  const { size, safe, cover } = plan
  const margin = Math.max(safe.x, size.width - safe.x - safe.width)
  const width = size.width - 2 * margin
  const own = (width * cover.height) / cover.width
  const height = Math.round(Math.min(safe.height - LEAST_NAMES - GAP, Math.max(width / RATIOS.most, own)))
  const room = safe.height - height - GAP
  const names = setCard(plan, { width, height: room })
  // Both together stand in the middle.
  const y = safe.y + (room - names.height) / 2
  return {
    cover: { x: margin, y, width, height },
    names: { ...names, x: margin, y: y + height + GAP },
  }
}

/** The cover as a print where reading begins, and the names beside its foot. */
function planSideCard(plan: Plan): Pick<Layout, 'cover' | 'names'> {
  const { size, safe, shape, cover, isMirrored } = plan
  const ratio = Math.max(RATIOS.least, Math.min(RATIOS.most, cover.width / cover.height))
  const most = Math.min(WIDE_COVER * size.height, safe.height)
  const width = shape === 'WIDE' ? ratio * most : SQUARE_COVER * safe.width
  const height = Math.min(most, width / ratio)
  const y = safe.y + (safe.height - height) / 2
  const gap = 1.2 * GAP
  const names = setCard(plan, { width: safe.width - width - gap, height: safe.height })
  const foot = Math.max(y + height, safe.y + names.height)
  return {
    cover: { x: isMirrored ? safe.x + safe.width - width : safe.x, y, width, height },
    names: {
      ...names,
      x: isMirrored ? safe.x : safe.x + width + gap,
      y: foot - names.height,
    },
  }
}

/** Title, artist and note below each other. */
function setCard(plan: Plan, room: Size): Block {
  const names = setNames(plan, room.width)
  const gap = names.heightPx > 0 ? 0.6 * GAP : 0
  const title = setTitle(
    plan,
    { width: room.width, height: Math.max(1, room.height - names.heightPx - gap) },
    MEASURES[plan.shape].nameTitlePx,
  )
  return {
    width: room.width,
    height: title.heightPx + gap + names.heightPx,
    texts: [...title.place(0, 0), ...names.place(0, title.heightPx + gap)],
  }
}

/** Texts below each other by their ink, so that what stands beside them can be aligned with it. */
type Stack = { widthPx: number; heightPx: number; place(x: number, y: number): PlacedText[] }

function setTitle({ words, font, isMirrored }: Plan, room: Size, maxSizePx: number): Stack {
  const style = { font, role: 'DISPLAY', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const sizes = { maxSizePx, minSizePx: 0.12 * maxSizePx, maxLines: 3, lineHeight: TITLE_LEADING }
  return stack([fitText(words.title, room, { ...style, ...sizes })], 0)
}

/** The artist in display type, which is upright and strong in every voice, and the note below. */
function setNames({ words, font, isMirrored, shape }: Plan, width: number, share = 1): Stack {
  const artistPx = share * MEASURES[shape].artistPx
  const base = { font, align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const artist = fitText(
    words.artist,
    { width, height: 2.2 * artistPx },
    { ...base, role: 'DISPLAY', maxSizePx: artistPx, minSizePx: 24, maxLines: 2 },
  )
  const note = fitText(
    words.note,
    { width, height: 2.4 * NOTE_PX },
    { ...base, role: 'TEXT', maxSizePx: NOTE_PX, minSizePx: 18, maxLines: 2 },
  )
  return stack([artist, note], 0.4 * GAP)
}

function stack(all: readonly TextLayout[], gap: number): Stack {
  const texts = all.filter(({ lines }) => lines.length > 0)
  const heightPx = texts.reduce((sum, { ink }, i) => sum + ink.bottom - ink.top + (i > 0 ? gap : 0), 0)
  return {
    widthPx: Math.max(0, ...texts.map(({ ink }) => ink.right - Math.min(0, ink.left))),
    heightPx,
    place: (x, from) => {
      let y = from
      return texts.map((text) => {
        const placed = { text, x, y: y - text.ink.top }
        y += text.ink.bottom - text.ink.top + gap
        return placed
      })
    },
  }
}
