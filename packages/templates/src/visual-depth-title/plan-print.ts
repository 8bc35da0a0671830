import { type Box, type FontStyle, fitLogoSize, isRightToLeft, planFrame, type Size } from '@songreel/kit'
import { type Found, findPrint, GAP_PX, LEAST_PRINT, measureInk } from './find-print.ts'
import type { Words } from './place-title.ts'
import type { Tilted } from './tilted.ts'
import { STANDING, setTitle, type TitleBlock } from './title-block.ts'

/** Where print, title and credits stand. */
export type PrintLayout = {
  print: Tilted
  block: TitleBlock
  /** Where the block's upper left corner is. */
  at: { x: number; y: number }
  /** Where the credits begin, and how wide they may be. */
  credits: { x: number; y: number; width: number }
  /** A brand's logo, at the other end of the credits' row. */
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

/** A longer title is broken into more lines: it would be too small in few. */
const LONG = 44

/**
 * So many lines a title has, of such parts of the room's width, one of them so many times as large as another at most; and so much of
 * the frame's height it has.
 */
const BLOCKS = {
  lines: [1, 2, 3],
  longLines: [3, 5, 7],
  widths: [1, 0.9, 0.8, 0.7, 0.6, 0.5],
  larger: [2.4, 2.1, 1.8, 1.5, 1.25, 1],
}
/** A title on a single line is in a room of such a part of its width in height. */
const MOST_OF_LINE = 0.26
const MOST_TITLE = { TALL: 0.4, SQUARE: 0.5, WIDE: 0.72 }

/**
 * Plans a frame with a whole cover and a whole title: of all blocks of the title and all places of the print those in which both are
 * largest, and the print lies well on the end of a line or keeps a gap to all letters.
 */
export function planPrint(size: Size, parts: PrintParts): PrintLayout {
  let best: { found: Found; group: Group } | undefined
  // The largest first: where all is found early, little is tried.
  const groups = listGroups(size, parts).toSorted((a, b) => measureInk(b.block) - measureInk(a.block))
  for (const group of groups) {
    const poster = { ...group, mayHide: mayBeHidden(group.block) }
    const found = findPrint(poster, size, {
      ratio: parts.ratio,
      least: best?.found.worth ?? Number.NEGATIVE_INFINITY,
    })
    if (found) best = { found, group }
  }
  return best ? { ...best.group, print: best.found.print } : layBelow(groups, size, parts.ratio)
}

/** No room is left beside so long a title in so narrow a frame, or for so long a cover: the print is small then, below it on the same edge. */
function layBelow(groups: readonly Group[], size: Size, ratio: number): PrintLayout {
  const { safe } = planFrame(size)
  const most = Math.min(LEAST_PRINT * Math.min(size.width, size.height), safe.width / ratio)
  const measureBelow = ({ at, block }: Group) => size.height - at.y - block.height - GAP_PX
  const [roomiest] = groups.toSorted((a, b) => measureBelow(b) - measureBelow(a))
  const group = groups.find((each) => measureBelow(each) >= most) ?? roomiest!
  const height = Math.min(most, measureBelow(group))
  const width = height * ratio
  const x = group.align === 'LEFT' ? safe.x : safe.x + safe.width - width
  return { ...group, print: { x, y: size.height - height, width, height, degrees: 0 } }
}

type Group = Omit<PrintLayout, 'print'> & { row: Box }

/** Title and credits on one edge, at the head of the room or, in a wide frame, also at its foot. */
function listGroups(size: Size, parts: PrintParts): Group[] {
  const { safe, shape } = planFrame(size)
  const isEnd = isRightToLeft(parts.words.title || parts.words.artist)
  const align: Align = isEnd ? 'RIGHT' : 'LEFT'
  const fromEdge = (width: number) => (isEnd ? safe.x + safe.width - width : safe.x)
  const groups: Group[] = []
  for (const block of listBlocks(size, parts, align)) {
    const widths = [safe.width, Math.min(safe.width, Math.max(block.width, leastRow(parts)))]
    for (const width of new Set(widths)) {
      const { heightPx, place } = planRow({ x: fromEdge(width), width, isEnd }, parts)
      const rowPx = heightPx > 0 ? heightPx + GAP_PX : 0
      const spare = safe.height - rowPx - block.height
      // In a narrow row long credits may leave a title of this height no room.
      if (spare < -0.01) continue
      for (const down of shape === 'WIDE' ? [0.5, 1, 0] : [0]) {
        const y = safe.y + down * Math.max(0, spare)
        const at = { x: fromEdge(block.width), y: y + rowPx }
        const row = { x: fromEdge(width), y, width, height: heightPx }
        groups.push({ block, at, align, row, ...place(y) })
      }
    }
  }
  return groups
}

function listBlocks(size: Size, parts: PrintParts, align: Align): TitleBlock[] {
  const { font, words } = parts
  const { title } = words
  const { safe, shape } = planFrame(size)
  const { heightPx } = planRow({ x: safe.x, width: safe.width, isEnd: align === 'RIGHT' }, parts)
  const height = Math.min(MOST_TITLE[shape] * size.height, 0.8 * safe.height, safe.height - heightPx - GAP_PX)
  const blocks: TitleBlock[] = []
  for (const lines of title.length > LONG ? BLOCKS.longLines : BLOCKS.lines) {
    for (const part of BLOCKS.widths) {
      // In a high room a line would be broken.
      const most = lines === 1 ? Math.min(height, MOST_OF_LINE * part * safe.width) : height
      const room = { width: part * safe.width, height: most, lines, align }
      const [first, ...smaller] = BLOCKS.larger
      const block = setTitle(title, font, { ...room, mostLarger: first })
      if (lines === 1 && block.height < LEAST_LETTER_PX) continue
      blocks.push(block)
      if (block.lines.length < 2) continue
      for (const mostLarger of smaller) blocks.push(setTitle(title, font, { ...room, mostLarger }))
    }
  }
  return blocks
}

/** A logo is so large at most, and has so much air beside it; credits have so much room at least. */
const LOGO_PX = { width: 300, height: 96, air: 60 }
const LEAST_CREDITS_PX = 300

function leastRow({ logoSize }: PrintParts): number {
  return LEAST_CREDITS_PX + (logoSize ? fitLogoSize(logoSize, LOGO_PX).width + LOGO_PX.air : 0)
}

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

/** Letters that stand on their line, and are so large: of any others nothing is hidden. Below an Arabic letter are its dots. */
const LEAST_LETTER_PX = 90

function mayBeHidden({ lines }: TitleBlock): boolean {
  return lines.every(
    ({ layout, words }) =>
      words.every(({ box }) => box.height >= LEAST_LETTER_PX) &&
      layout.lines.every(({ text }) => STANDING.test(text)),
  )
}
