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
const BLOCK_PAD = 32
const LINE_GAP = 2 * BLOCK_PAD + 8
export const CREDITS_GAP = 8
export const CALLS_GAP = 24
const ROW_PAD = { x: 30, y: 26 }
/** A headline up to this long is set as a block of lines of equal width. */
const LONGEST_BLOCK = 24

/** Everything fitted into a column: how tall its parts are, and how to place them. */
export type Parts = {
  width: number
  headline: { height: number; place(x: number, top: number, isMirrored: boolean): PlacedText[] }
  credits: Rows
  calls: Rows
}

/** Room for the poster's type, and how large its headline may be in it. */
export type Column = { width: number; height: number; headlineHeight: number; creditsWidth: number }

/** Two texts below each other. */
export type Rows = {
  height: number
  place(x: number, top: number, isMirrored: boolean): [PlacedText, PlacedText]
}

/** Fits all words into a column. */
export function fitParts(words: Words, column: Column, font: FontStyle): Parts {
  const scale = Math.min(1, Math.max(0.45, Math.min(column.width / 860, column.height / 780)))
  const width = column.creditsWidth
  const credits = fitCredits(words, { width, scale, font })
  const calls = fitCalls(words, { width, scale, font })
  const rest = credits.height + CREDITS_GAP + (calls.height > 0 ? calls.height + CALLS_GAP : 0)
  const height = Math.max(90, Math.min(column.headlineHeight, column.height - rest))
  const headline = fitHeadline(words.headline, { width: column.width, height }, font)
  return { width: column.width, headline, credits, calls }
}

type Measure = { width: number; height: number }

/** Short headlines become a block in which every line fills the column, as on a printed poster. */
function fitHeadline(text: string, box: Measure, font: FontStyle): Parts['headline'] {
  const pad = BLOCK_PAD
  const inner = { width: box.width - 2 * (pad + ROCK_PX), height: box.height - 2 * pad }
  const style = { font, role: 'DISPLAY', uppercase: true, anchor: 'TOP', align: 'LEFT' } as const
  const whole = fitText(text, inner, { ...style, maxSizePx: inner.height, minSizePx: 40, maxLines: 3 })
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

type RowStyle = { width: number; scale: number; font: FontStyle }

function fitCredits({ title, artist }: Words, style: RowStyle): Rows {
  const fit = createFit(style)
  const large = fit(title, title.length > 44 ? 230 : 200, {
    role: 'DISPLAY',
    maxSizePx: 112 * style.scale,
    minSizePx: 34,
    maxLines: 2,
  })
  const artistPx = Math.min(66, Math.max(34, large.sizePx * 0.62))
  return stackRows(large, fit(artist, 100, { ...SMALL, maxSizePx: artistPx }), style)
}

/** What to do about it, for the end card. */
function fitCalls({ cta, link }: Words, style: RowStyle): Rows {
  const fit = createFit(style)
  return stackRows(
    fit(cta, 90, { ...SMALL, maxSizePx: 56 * style.scale }),
    fit(link, 70, { ...SMALL, maxSizePx: 48 * style.scale }),
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

/** Two texts below each other, each on its slab; one without words takes no room. */
function stackRows(first: TextLayout, second: TextLayout, { width }: RowStyle): Rows {
  const padX = ROW_PAD.x
  const padY = ROW_PAD.y
  const measure = ({ lines, block, ink }: TextLayout) =>
    lines.length === 0
      ? { width: 1, height: 0 }
      : { width: ink.right - ink.left + 2 * padX, height: block.bottom - block.top + 2 * padY }
  const place = (layout: TextLayout, x: number, y: number, isMirrored: boolean): PlacedText => {
    const size = measure(layout)
    const slab = {
      x: isMirrored ? x + width - size.width : x,
      y,
      width: size.width,
      height: Math.max(1, size.height),
    }
    const at = { x: slab.x + padX - layout.ink.left, y: y + padY - layout.block.top }
    return { layout, box: { ...at, width, height: slab.height }, slab }
  }
  const firstHeight = measure(first).height
  return {
    height: firstHeight + measure(second).height,
    place: (x, top, isMirrored) => [
      place(first, x, top, isMirrored),
      place(second, x, top + firstHeight, isMirrored),
    ],
  }
}
