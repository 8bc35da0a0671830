import {
  type Box,
  type FontStyle,
  fitLogoSize,
  isRightToLeft,
  placeInside,
  planFrame,
  type Size,
} from '@songreel/kit'
import type { Words } from './place-title.ts'
import { setTitle, type TitleBlock } from './title-block.ts'

/** Where print, title and credits stand, on edges that they share. Nothing stands before the title. */
export type PrintLayout = {
  print: Box
  /** The corner of the print that stays where it is while it grows: its shared edges meet there. */
  anchor: { x: number; y: number }
  block: TitleBlock
  /** Where the block's upper left corner is. */
  at: { x: number; y: number }
  /** Where the credits begin, and how wide they may be. */
  credits: { x: number; y: number; width: number }
  /** A brand's logo: at the other end of the credits' row, or above them beside the print of a square. */
  logo?: Box
  align: Align
  /** The way from the title to the print. */
  way: { x: -1 | 0 | 1; y: 0 | 1 }
}

type Align = 'LEFT' | 'RIGHT'

/** What a print is planned for; `measureCredits` tells how high credits of a width are. */
export type PrintParts = {
  logoSize?: Size | undefined
  words: Words
  font: FontStyle
  ratio: number
  measureCredits: (width: number, align: Align) => number
}

/** How much the print grows at most. */
export const GROWTH = 0.04
const GAP_PX = 34
/** Between title and print, where the sheets have their edges. */
const STEPS_PX = { TALL: 96, SQUARE: 84, WIDE: 150 }
/** A longer title is broken into more lines: it would be too small in few. */
const LONG = 44

/** Plans a frame with a whole cover and a whole title. */
export function planPrint(size: Size, parts: PrintParts): PrintLayout {
  const { shape } = planFrame(size)
  if (shape === 'WIDE') return planBeside(size, parts)
  return shape === 'SQUARE' && parts.ratio < FLAT ? planCorner(size, parts) : planAbove(size, parts)
}

/** A logo is so large at most, and has so much air beside it. */
const LOGO_PX = { width: 300, height: 96, air: 60 }

/** A row with credits at one end and a logo at the other; without a logo the credits have all of it. */
function planRow(
  { x, width, isEnd }: { x: number; width: number; isEnd: boolean },
  { logoSize, measureCredits }: PrintParts,
) {
  const align: Align = isEnd ? 'RIGHT' : 'LEFT'
  if (!logoSize) {
    const heightPx = measureCredits(width, align)
    return { heightPx, place: (y: number) => ({ credits: { x, y, width } }) }
  }
  const mark = fitLogoSize(logoSize, LOGO_PX)
  const rest = width - mark.width - LOGO_PX.air
  const creditsPx = measureCredits(rest, align)
  const heightPx = Math.max(creditsPx, mark.height)
  return {
    heightPx,
    place: (y: number) => ({
      credits: {
        x: isEnd ? x + mark.width + LOGO_PX.air : x,
        y: y + (heightPx - creditsPx) / 2,
        width: rest,
      },
      logo: { x: isEnd ? x : x + width - mark.width, y: y + (heightPx - mark.height) / 2, ...mark },
    }),
  }
}

/** A flatter print than this fills the width of a square frame. */
const FLAT = 1.12

/** Parts of the frame's height: how much of it the print has at least, and the title at most. */
const ABOVE = {
  TALL: { print: 0.38, title: 0.27, lines: 3, more: 6 },
  SQUARE: { print: 0.5, title: 0.3, lines: 2, more: 4 },
}

/** Credits, title and print below each other on one edge; the print has the same margin at the foot as beside it. */
function planAbove(size: Size, whole: PrintParts): PrintLayout {
  const { words, font, ratio } = whole
  const { safe, shape } = planFrame(size)
  const kind = shape === 'TALL' ? 'TALL' : 'SQUARE'
  const parts = ABOVE[kind]
  const gapPx = STEPS_PX[kind]
  const isEnd = isRightToLeft(words.title || words.artist)
  const align = isEnd ? 'RIGHT' : 'LEFT'
  const row = planRow({ ...safe, isEnd }, whole)
  const creditsPx = row.heightPx > 0 ? row.heightPx + GAP_PX : 0
  // Where players lay their buttons, no type may stand, but the print may.
  const widest = isEnd ? safe.width : size.width - 2 * safe.x
  const foot = size.height - safe.x
  const top = safe.y + creditsPx
  // A flat print leaves the title more room.
  const printPx = Math.max(parts.print * size.height, (widest / ratio) * (1 + GROWTH))
  const titlePx = Math.max(
    Math.min(parts.title * size.height, foot - parts.print * size.height - gapPx - top),
    foot - printPx - gapPx - top,
  )
  const block = setTitle(words.title, font, {
    width: safe.width,
    height: Math.max(90, titlePx),
    lines: words.title.length > LONG ? parts.more : parts.lines,
    align,
  })
  const titleEnd = top + (block.height > 0 ? block.height + gapPx : 0)
  // It grows from its foot, and must not reach the title.
  const height = Math.min((foot - titleEnd) / (1 + GROWTH), widest / ratio)
  // What is left is above and below all of it, not in between.
  const down = (foot - titleEnd - (1 + GROWTH) * height) / 2
  const free = { x: safe.x, y: titleEnd + down + GROWTH * height, width: widest, height }
  return {
    print: placeInside(free, ratio, isEnd ? 1 : 0, 1),
    anchor: { x: isEnd ? 1 : 0, y: 1 },
    block,
    at: { x: safe.x + (isEnd ? safe.width - block.width : 0), y: top + down },
    ...row.place(safe.y + down),
    align,
    way: { x: 0, y: 1 },
  }
}

/** Parts of a square frame's height: the title at most, and the least and the most of it that the print has. */
const CORNER = { title: 0.36, least: 0.4, print: 0.62, lines: 2, more: 4 }
/** Credits have at least so much beside the print. */
const LEAST_BESIDE_PX = 250

/** Square: the title above from edge to edge, the print in a corner below it, and the credits beside that on its foot. */
function planCorner(size: Size, { words, font, ratio, measureCredits, logoSize }: PrintParts): PrintLayout {
  const { safe } = planFrame(size)
  const isEnd = isRightToLeft(words.title || words.artist)
  const align = isEnd ? 'RIGHT' : 'LEFT'
  const foot = safe.y + safe.height
  const block = setTitle(words.title, font, {
    width: safe.width,
    height: Math.min(CORNER.title * size.height, safe.height - STEPS_PX.SQUARE - CORNER.least * size.height),
    lines: words.title.length > LONG ? CORNER.more : CORNER.lines,
    align,
  })
  const free = safe.height - (block.height > 0 ? block.height + STEPS_PX.SQUARE : 0)
  const room = {
    width: safe.width - LEAST_BESIDE_PX - GAP_PX,
    height: Math.min(CORNER.print * size.height, free / (1 + GROWTH)),
  }
  const inside = placeInside({ x: safe.x, y: foot - room.height, ...room }, ratio, 0, 1)
  const print = { ...inside, x: isEnd ? safe.x : safe.x + safe.width - inside.width }
  const width = safe.width - print.width - GAP_PX - GROWTH * print.width
  const mark = logoSize && fitLogoSize(logoSize, { ...LOGO_PX, width: Math.min(width, LOGO_PX.width) })
  const logo = mark && { x: isEnd ? safe.x + safe.width - mark.width : safe.x, y: print.y, ...mark }
  return {
    print,
    anchor: { x: isEnd ? 0 : 1, y: 1 },
    block,
    at: { x: isEnd ? safe.x + safe.width - block.width : safe.x, y: safe.y },
    credits: {
      x: isEnd ? safe.x + safe.width - width : safe.x,
      y: foot - measureCredits(width, align),
      width,
    },
    ...(logo && { logo }),
    align,
    way: { x: 0, y: 1 },
  }
}

/** A print has at most so much of a wide frame's height and width. */
const BESIDE = { height: 0.84, width: 0.5, lines: 3, more: 7 }

/** The title at one side, the print at the other: credits begin at the print's head, and the title ends on its foot. */
function planBeside(size: Size, parts: PrintParts): PrintLayout {
  const { words, font, ratio } = parts
  const { safe } = planFrame(size)
  const isEnd = isRightToLeft(words.title || words.artist)
  const align = isEnd ? 'RIGHT' : 'LEFT'
  const room = { width: BESIDE.width * size.width, height: (BESIDE.height * size.height) / (1 + GROWTH) }
  const middle = { x: 0, y: (size.height - room.height) / 2 + (GROWTH / 2) * room.height }
  const inside = placeInside({ ...middle, ...room }, ratio)
  const print = { ...inside, x: isEnd ? safe.x : safe.x + safe.width - inside.width }
  const width = safe.width - print.width - STEPS_PX.WIDE
  const left = isEnd ? safe.x + safe.width - width : safe.x
  const row = planRow({ x: left, width, isEnd }, parts)
  const above = row.heightPx > 0 ? row.heightPx + GAP_PX : 0
  const block = setTitle(words.title, font, {
    width,
    height: safe.height - above,
    lines: words.title.length > LONG ? BESIDE.more : BESIDE.lines,
    align,
  })
  const titleY = Math.max(safe.y + above, print.y + print.height - block.height)
  const creditsY = Math.max(safe.y, Math.min(print.y, titleY - above))
  return {
    print,
    anchor: { x: isEnd ? 0 : 1, y: 1 },
    block,
    at: { x: isEnd ? left + width - block.width : left, y: titleY },
    ...row.place(creditsY),
    align,
    way: { x: isEnd ? -1 : 1, y: 0 },
  }
}
