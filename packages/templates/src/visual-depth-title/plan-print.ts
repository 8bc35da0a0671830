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

/** Where print, title and credits stand, on edges that they share. */
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

/** How much the print grows at most: away from the title, whose foot is always as far behind it. */
export const GROWTH = 0.04
/** So much of the title's last line, of the height of its letters, is behind the print. */
const BEHIND = 0.1
const GAP_PX = 34
/** Between a print and a long title beside it, of which nothing may be hidden. */
const BESIDE_PX = 84
/** A longer title is broken into more lines: it would be too small in few. */
const LONG = 44

/** Plans a frame with a whole cover and a whole title. */
export function planPrint(size: Size, parts: PrintParts): PrintLayout {
  const { shape } = planFrame(size)
  if (shape === 'TALL') return planAbove(size, parts)
  if (shape === 'SQUARE') {
    const isRoomy = parts.ratio >= FLAT || size.height > UPRIGHT * size.width
    return isRoomy ? planAbove(size, parts) : planCorner(size, parts)
  }
  const [corner, beside] = [planCorner(size, parts), planBeside(size, parts)]
  return measureSizes(corner) > measureSizes(beside) ? corner : beside
}

/** How large the letters and the print are together, as sides of squares: the letters count more. */
function measureSizes({ block, print }: PrintLayout): number {
  const words = block.lines.flatMap((line) => line.words)
  const ink = words.reduce((sum, { box: { width, height } }) => sum + width * height, 0)
  return Math.sqrt(ink) + 0.6 * Math.sqrt(print.width * print.height)
}

/** Letters that stand on their line, and are so large: of any others nothing is hidden. Below an Arabic letter are its dots. */
const STANDING = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}]*$/u
const LEAST_BEHIND_PX = 90

/** How far the print reaches over the title's last line, or stands below it if less than 0. */
function measureBehind({ lines }: TitleBlock): number {
  const last = lines.at(-1)?.layout.lines.at(-1)
  if (!last) return 0
  const height = last.ink.bottom - last.ink.top
  return height >= LEAST_BEHIND_PX && STANDING.test(last.text) ? BEHIND * height : -GAP_PX
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

/** A flatter print than this fills the width of a square frame, and any print that of a frame that is so much higher. */
const FLAT = 1.12
const UPRIGHT = 1.15

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
    Math.min(parts.title * size.height, foot - parts.print * size.height - top),
    foot - printPx - top,
  )
  const block = setTitle(words.title, font, {
    width: safe.width,
    height: Math.max(90, titlePx),
    lines: words.title.length > LONG ? parts.more : parts.lines,
    align,
  })
  const titleEnd = top + block.height - measureBehind(block)
  const height = Math.min((foot - titleEnd) / (1 + GROWTH), widest / ratio)
  // What is left is above and below all of it, not in between.
  const down = (foot - titleEnd - (1 + GROWTH) * height) / 2
  const free = { x: safe.x, y: titleEnd + down, width: widest, height }
  return {
    print: placeInside(free, ratio, isEnd ? 1 : 0, 0),
    anchor: { x: isEnd ? 1 : 0, y: 0 },
    block,
    at: { x: safe.x + (isEnd ? safe.width - block.width : 0), y: top + down },
    ...row.place(safe.y + down),
    align,
  }
}

/** Parts of the frame's height: the title at most, and the least and the most of it that the print has. */
const CORNER = {
  SQUARE: { title: 0.36, least: 0.4, print: 0.66, lines: 2, more: 4 },
  WIDE: { title: 0.42, least: 0.46, print: 0.72, lines: 1, more: 3 },
}
/** Credits have at least so much beside the print. */
const LEAST_BESIDE_PX = 250

/** The title above from edge to edge, the print before its foot in a corner, and the credits beside that on the same foot. */
function planCorner(size: Size, { words, font, ratio, measureCredits, logoSize }: PrintParts): PrintLayout {
  const { safe, shape } = planFrame(size)
  const parts = CORNER[shape === 'WIDE' ? 'WIDE' : 'SQUARE']
  const isEnd = isRightToLeft(words.title || words.artist)
  const align = isEnd ? 'RIGHT' : 'LEFT'
  const foot = safe.y + safe.height
  const block = setTitle(words.title, font, {
    width: safe.width,
    height: Math.min(parts.title * size.height, safe.height - parts.least * size.height),
    lines: words.title.length > LONG ? parts.more : parts.lines,
    align,
  })
  const titleEnd = safe.y + block.height
  const free = foot - titleEnd + measureBehind(block)
  const room = {
    width: safe.width - LEAST_BESIDE_PX - GAP_PX,
    height: Math.min(parts.print * size.height, free / (1 + GROWTH)),
  }
  // The print grows down to the foot and aside, away from the title and from the frame's edge.
  const top = block.height > 0 ? titleEnd - measureBehind(block) : foot - (1 + GROWTH) * room.height
  const inside = placeInside({ x: safe.x, y: top, ...room }, ratio, 0, 0)
  // What is left is above and below all of it.
  const down = Math.max(0, (foot - top - (1 + GROWTH) * inside.height) / 2)
  const print = {
    ...inside,
    x: isEnd ? safe.x : safe.x + safe.width - inside.width,
    y: inside.y + down,
  }
  const width = safe.width - print.width - GAP_PX - GROWTH * print.width
  const mark = logoSize && fitLogoSize(logoSize, { ...LOGO_PX, width: Math.min(width, LOGO_PX.width) })
  const below = Math.max(print.y, titleEnd + down + (block.height > 0 ? GAP_PX : 0))
  const logo = mark && { x: isEnd ? safe.x + safe.width - mark.width : safe.x, y: below, ...mark }
  return {
    print,
    anchor: { x: isEnd ? 0 : 1, y: 0 },
    block,
    at: { x: isEnd ? safe.x + safe.width - block.width : safe.x, y: safe.y + down },
    credits: {
      x: isEnd ? safe.x + safe.width - width : safe.x,
      y: print.y + print.height - measureCredits(width, align),
      width,
    },
    ...(logo && { logo }),
    align,
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
  const width = safe.width - (1 + GROWTH) * print.width - BESIDE_PX
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
  }
}
