import {
  type Box,
  type FontStyle,
  fitText,
  isRightToLeft,
  planFrame,
  type Size,
  type TextLayout,
  type TextStyle,
} from '@songreel/kit'

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
  isMirrored: boolean
}

/** What a poster is planned for. */
export type LayoutWish = {
  size: Size
  words: Words
  font: FontStyle
  hasCode: boolean
  isUpsideDown: boolean
  /** How much of what matters in the picture lies behind a box, 0 to 1. */
  hides: (box: Box) => number
}

/** How far a headline's line rocks to either side. */
export const ROCK_PX = 30
const BLOCK_PAD = 32
const LINE_GAP = 2 * BLOCK_PAD + 8
const CREDITS_GAP = 8
const CALLS_GAP = 24
const ROW_PAD = { x: 30, y: 26 }
const CODE_SIDE = 264
/** A headline up to this long is set as a block of lines of equal width. */
const LONGEST_BLOCK = 24

/** Where the stack may stand, 0 at the top of its room; tall frames put it where the picture needs the place least. */
const PLACES = { TALL: [0.4, 0.2, 0, 0.6, 0.8, 1], OTHER: [1] }
/** A low headline is less of a poster: it must free so much of what matters in the picture. */
const LOW_COST = 0.2
const LOW_HEADLINE_PX = 330
/** The usual place wins unless another frees clearly more; a higher one must free most, because eyes are above mouths. */
const MOVE_COST = { up: 0.08, down: 0.03 }

/** Headline and credits in one stack, in either order; what to do about it stands below both. */
export function planLayout(wish: LayoutWish): Layout {
  const isTall = planFrame(wish.size).shape === 'TALL'
  const places = isTall ? PLACES.TALL : PLACES.OTHER
  const [usual = 1] = places
  const tries = (isTall ? [false, true] : [false]).flatMap((isLow) => {
    const place = fitStack(wish, isLow)
    return places.map((at) => {
      const layout = place(at)
      const slabs = [...layout.headline, layout.title, layout.artist].map(({ slab }) => slab)
      const hidden = slabs.reduce((sum, slab) => sum + wish.hides(slab), 0)
      return { layout, cost: hidden + (isLow ? LOW_COST : 0) + findMoveCost(at, usual) }
    })
  })
  return tries.reduce((best, each) => (each.cost < best.cost ? each : best)).layout
}

function findMoveCost(at: number, usual: number): number {
  return at === usual ? 0 : at < usual ? MOVE_COST.up : MOVE_COST.down
}

/** Fits everything, and gives back how to place it: 0 at the top of its room, 1 at the bottom. */
function fitStack(
  { size, words, font, hasCode, isUpsideDown }: LayoutWish,
  isLow: boolean,
): (at: number) => Layout {
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.title || words.headline)
  const ratio = size.width / size.height
  const canScan = hasCode && ratio >= 1
  const columnWidth = ratio > 1.3 ? Math.min(safe.width * 0.62, safe.height * 1.25) : safe.width
  const column = { ...safe, width: columnWidth, x: isMirrored ? safe.x + safe.width - columnWidth : safe.x }
  const creditsWidth = canScan && ratio <= 1.3 ? column.width - CODE_SIDE - 40 : column.width - ROCK_PX
  const style = { font, isMirrored, isTall: shape === 'TALL' }
  const credits = fitCredits(words, creditsWidth, style)
  const calls = fitCalls(words, creditsWidth, style)
  const callsHeight = calls.height > 0 ? calls.height + CALLS_GAP : 0
  const room = safe.height - credits.height - CREDITS_GAP - callsHeight
  const headlineBox = { width: column.width, height: isLow ? Math.min(LOW_HEADLINE_PX, room) : room }
  const lines = fitHeadline(words.headline, headlineBox, font)
  // One stack, so that the poster reads as one thing.
  const stack = lines.height + CREDITS_GAP + credits.height + callsHeight
  const x = isMirrored ? column.x + column.width - creditsWidth - ROCK_PX : column.x + ROCK_PX
  const code = {
    x: isMirrored ? safe.x : safe.x + safe.width - CODE_SIDE,
    y: safe.y + safe.height - CODE_SIDE,
    width: CODE_SIDE,
    height: CODE_SIDE,
  }
  return (at) => {
    const top = safe.y + (safe.height - stack) * at
    const [title, artist] = credits.place(x, isUpsideDown ? top : top + lines.height + CREDITS_GAP)
    const [cta, link] = calls.place(x, top + stack - calls.height)
    const headline = lines.place(column, isUpsideDown ? top + credits.height + CREDITS_GAP : top, isMirrored)
    return { headline, title, artist, cta, link, ...(canScan && { code }), isMirrored }
  }
}

type Measure = { width: number; height: number }

/** Short headlines become a block in which every line fills the column, as on a printed poster. */
function fitHeadline(text: string, box: Measure, font: FontStyle) {
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
  const place = (column: Box, top: number, isMirrored: boolean): PlacedText[] => {
    let y = top + pad
    return lines.map((layout) => {
      const width = layout.ink.right - layout.ink.left
      const x = isMirrored ? column.x + column.width - pad - ROCK_PX - width : column.x + pad + ROCK_PX
      const box = { x: x - layout.ink.left, y: y - layout.ink.top, width: inner.width, height: inner.height }
      const slab = { x: x - pad, y: y - pad, width: width + 2 * pad, height: inkHeight(layout) + 2 * pad }
      y += inkHeight(layout) + gap
      return { layout, box, slab }
    })
  }
  return { height, place }
}

type RowStyle = { font: FontStyle; isMirrored: boolean; isTall: boolean }
type Rows = { height: number; place(x: number, top: number): [PlacedText, PlacedText] }

function fitCredits({ title, artist }: Words, width: number, style: RowStyle): Rows {
  const { isTall } = style
  const fit = createFit(width, style)
  const large = fit(title, title.length > 44 ? 230 : 200, {
    role: 'DISPLAY',
    maxSizePx: isTall ? 112 : 100,
    minSizePx: 34,
    maxLines: 2,
  })
  const artistPx = Math.min(66, Math.max(38, large.sizePx * 0.62))
  return stackRows(large, fit(artist, 100, { ...SMALL, maxSizePx: artistPx }), width, style)
}

/** What to do about it, for the end card. */
function fitCalls({ cta, link }: Words, width: number, style: RowStyle): Rows {
  const fit = createFit(width, style)
  return stackRows(
    fit(cta, 90, { ...SMALL, maxSizePx: 56 }),
    fit(link, 70, { ...SMALL, maxSizePx: 48 }),
    width,
    style,
  )
}

const SMALL = { role: 'TEXT', minSizePx: 26, maxLines: 1 } as const

function createFit(width: number, { font }: RowStyle) {
  return (text: string, height: number, style: Omit<TextStyle, 'font' | 'align' | 'anchor'>) =>
    fitText(
      text,
      { width: width - 2 * ROW_PAD.x, height: height },
      { font, align: 'LEFT', anchor: 'TOP', ...style },
    )
}

/** Two texts below each other, each on its slab; one without words takes no room. */
function stackRows(first: TextLayout, second: TextLayout, width: number, { isMirrored }: RowStyle): Rows {
  const padX = ROW_PAD.x
  const padY = ROW_PAD.y
  const measure = ({ lines, block, ink }: TextLayout) =>
    lines.length === 0
      ? { width: 1, height: 0 }
      : { width: ink.right - ink.left + 2 * padX, height: block.bottom - block.top + 2 * padY }
  const place = (layout: TextLayout, x: number, y: number): PlacedText => {
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
    place: (x, top) => [place(first, x, top), place(second, x, top + firstHeight)],
  }
}
