import { type Box, type FontStyle, fitText, type TextLayout, type TextStyle } from '@songreel/kit'

/** What the poster says; everything but the headline may be empty. */
export type Words = { headline: string; title: string; artist: string; cta: string; link: string }

/** A fitted text, the box it stands in, and the slab of colour behind its letters. */
export type PlacedText = { layout: TextLayout; box: Box; slab: Box }

/** Where everything stands, in pixels of the design, whose short side is 1080: type breaks and fits alike in every size. */
export type Layout = {
  /** The headline, line by line: each is as wide as the poster's column where that makes it a block. */
  headline: PlacedText[]
  title: PlacedText
  artist: PlacedText
  cta: PlacedText
  link: PlacedText
  /** The code's square; absent where nobody could scan it, on the phone that plays the video. */
  code?: Box
  /** True: everything keeps to its right edge. */
  isMirrored: boolean
}

/** How far a headline's line rocks to either side. */
export const ROCK_PX = 30
const BLOCK_PAD = 26
const LINE_GAP = 2 * BLOCK_PAD + 8
const CREDITS_GAP = 8
const CALLS_GAP = 24
const ROW_PAD = { x: 30, y: 25 }
/** A headline up to this long is set as a block of lines of equal width. */
const LONGEST_BLOCK = 24

/** Everything fitted into a column: how tall its parts are, and how to place them. */
export type Parts = {
  width: number
  headline: { height: number; place(x: number, top: number, isMirrored: boolean): PlacedText[] }
  credits: Rows
  calls: Rows
}

/** Room for the poster's type, and how tall its headline may be in it. */
export type Column = { width: number; height: number; headlineHeight: number; creditsWidth: number }

/** Two texts below each other, or beside each other where they fit. */
export type Rows = {
  width: number
  height: number
  place(x: number, top: number, isMirrored: boolean): [PlacedText, PlacedText]
}

/** Everything but the headline gives way first, by these parts; it never gets smaller than can be read on a phone. */
const GIVING_WAY = [1, 0.88, 0.76, 0.66, 0.57].flatMap((scale) => [
  { scale, isFlat: false },
  { scale, isFlat: true },
])
/** A single line in capitals is about so high for its width. */
const LINE_RATIO = 0.27

/** Fits all words into a column. */
export function fitParts(words: Words, column: Column, font: FontStyle): Parts {
  const width = column.creditsWidth
  const wanted = Math.min(column.headlineHeight, LINE_RATIO * column.width)
  const tries = GIVING_WAY.map(({ scale, isFlat }) => {
    const credits = fitCredits(words, { width, scale, font, isFlat })
    const calls = fitCalls(words, { width, scale, font, isFlat: true })
    const rest = credits.height + CREDITS_GAP + (calls.height > 0 ? calls.height + CALLS_GAP : 0)
    return { credits, calls, room: column.height - rest }
  })
  const { credits, calls, room } = tries.find((each) => each.room >= wanted) ?? tries.at(-1)!
  const height = Math.max(90, Math.min(column.headlineHeight, room))
  const headline = fitHeadline(words.headline, { width: column.width, height }, font)
  return { width: column.width, headline, credits, calls }
}

/** How tall everything is, one below the other. */
export function measureStack({ headline, credits, calls }: Parts): number {
  const below = calls.height > 0 ? calls.height + CALLS_GAP : 0
  return headline.height + CREDITS_GAP + credits.height + below
}

/** Places everything, one below the other, at one side of a room. */
export function stackParts(
  { width, headline, credits, calls }: Parts,
  room: Box,
  { top, isMirrored, isUpsideDown }: { top: number; isMirrored: boolean; isUpsideDown: boolean },
): Layout {
  const first = top + (isUpsideDown ? credits.height : headline.height) + CREDITS_GAP
  const headlineTop = isUpsideDown ? first : top
  const creditsTop = isUpsideDown ? top : first
  const callsTop = top + headline.height + CREDITS_GAP + credits.height + CALLS_GAP
  const x = isMirrored ? room.x + room.width - width : room.x
  const [title, artist] = placeRows(credits, room, creditsTop, isMirrored)
  const [cta, link] = placeRows(calls, room, callsTop, isMirrored)
  return { headline: headline.place(x, headlineTop, isMirrored), title, artist, cta, link, isMirrored }
}

/** Rows keep to one side of a room, with space to rock. */
export function placeRows(rows: Rows, room: Box, top: number, isMirrored: boolean): [PlacedText, PlacedText] {
  return rows.place(
    isMirrored ? room.x + room.width - ROCK_PX - rows.width : room.x + ROCK_PX,
    top,
    isMirrored,
  )
}

type Measure = { width: number; height: number }

/** Short headlines become a block in which every line fills the column, as on a printed poster. */
export function fitHeadline(text: string, box: Measure, font: FontStyle): Parts['headline'] {
  const pad = BLOCK_PAD
  const inner = { width: box.width - 2 * (pad + ROCK_PX), height: box.height - 2 * pad }
  const style = { font, role: 'DISPLAY', uppercase: true, anchor: 'TOP', align: 'LEFT' } as const
  const whole = fitText(text, inner, { ...style, maxSizePx: inner.height, minSizePx: 20, maxLines: 3 })
  const isBlock = text.length <= LONGEST_BLOCK && whole.lines.length <= 3
  const gap = LINE_GAP
  const fitLine = (line: string, maxSizePx: number) =>
    fitText(line, inner, { ...style, maxSizePx, minSizePx: 8, maxLines: 1 })
  const sized = isBlock ? whole.lines.map(({ text: line }) => fitLine(line, inner.height)) : [whole]
  const inkHeight = (layout: TextLayout) => layout.ink.bottom - layout.ink.top
  const room = inner.height - gap * (sized.length - 1)
  const excess = sized.reduce((sum, layout) => sum + inkHeight(layout), 0) / room
  const lines =
    excess > 1 && isBlock
      ? sized.map((layout, i) => fitLine(whole.lines[i]?.text ?? '', layout.sizePx / excess))
      : sized
  const height =
    lines.reduce((sum, layout) => sum + inkHeight(layout), 0) + gap * (lines.length - 1) + 2 * pad
  const place = (columnX: number, top: number, isMirrored: boolean): PlacedText[] => {
    let y = top + pad
    return lines.map((layout) => {
      const width = layout.ink.right - layout.ink.left
      const x = isMirrored ? columnX + box.width - pad - ROCK_PX - width : columnX + pad + ROCK_PX
      const at = { x: x - layout.ink.left, y: y - layout.ink.top, width: inner.width, height: inner.height }
      const slab = { x: x - pad, y: y - pad, width: width + 2 * pad, height: inkHeight(layout) + 2 * pad }
      y += inkHeight(layout) + gap
      return { layout, box: at, slab }
    })
  }
  return { height, place }
}

/** How wide rows may be, how large, and whether two of them may share one height. */
export type RowStyle = {
  width: number
  scale: number
  font: FontStyle
  isFlat?: boolean
  titleHeight?: number
}

/** Title and artist, below each other unless they are to take little height. */
export function fitCredits({ title, artist }: Words, style: RowStyle): Rows {
  const fit = createFit(style)
  const maxSizePx = Math.max(64, 112 * style.scale)
  const large = fit(title, style.titleHeight ?? (title.length > 44 ? 230 : 200), {
    role: 'DISPLAY',
    maxSizePx,
    minSizePx: 18,
    maxLines: 2,
  })
  const artistPx = Math.min(66, Math.max(40, large.sizePx * 0.6))
  return stackRows(large, fit(artist, 100, { ...SMALL, maxSizePx: artistPx }), style)
}

/** What to do about it, for the end card. */
export function fitCalls({ cta, link }: Words, style: RowStyle): Rows {
  const fit = createFit(style)
  return stackRows(
    fit(cta, 90, { ...SMALL, maxSizePx: Math.max(42, 56 * style.scale) }),
    fit(link, 70, { ...SMALL, maxSizePx: Math.max(38, 48 * style.scale) }),
    style,
  )
}

const SMALL = { role: 'TEXT', minSizePx: 26, maxLines: 1 } as const

function createFit({ width, font }: RowStyle) {
  return (text: string, height: number, style: Omit<TextStyle, 'font' | 'align' | 'anchor'>) =>
    fitText(
      text,
      { width: width - 2 * ROW_PAD.x, height: height },
      { font, align: 'LEFT', anchor: 'TOP', ...style },
    )
}

/** Two texts, each on its slab: below each other, or side by side where that is asked and they fit; one without words takes no room. */
function stackRows(first: TextLayout, second: TextLayout, { width, isFlat = false }: RowStyle): Rows {
  const padX = ROW_PAD.x
  const padY = ROW_PAD.y
  const measure = ({ lines, block, ink }: TextLayout) =>
    lines.length === 0
      ? { width: 1, height: 0 }
      : { width: ink.right - ink.left + 2 * padX, height: block.bottom - block.top + 2 * padY }
  const [a, b] = [measure(first), measure(second)]
  const isOneRow = isFlat && b.height > 0 && a.width + b.width <= width
  const height = isOneRow ? Math.max(a.height, b.height) : a.height + b.height
  const put = (layout: TextLayout, slab: Box): PlacedText => {
    const inner = slab.height - (layout.block.bottom - layout.block.top)
    const at = { x: slab.x + padX - layout.ink.left, y: slab.y + inner / 2 - layout.block.top }
    return { layout, box: { ...at, width, height: slab.height }, slab }
  }
  return {
    width,
    height,
    place: (x, top, isMirrored) => {
      const end = x + width
      const heights = isOneRow ? [height, height] : [a.height, b.height]
      const firstX = isMirrored ? end - a.width : x
      const secondX = isMirrored ? end - b.width - (isOneRow ? a.width : 0) : x + (isOneRow ? a.width : 0)
      const secondY = isOneRow ? top : top + a.height
      return [
        put(first, { x: firstX, y: top, width: a.width, height: Math.max(1, heights[0]!) }),
        put(second, { x: secondX, y: secondY, width: b.width, height: Math.max(1, heights[1]!) }),
      ]
    },
  }
}
