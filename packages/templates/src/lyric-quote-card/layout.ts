import {
  type Box,
  type FontStyle,
  type FrameLayout,
  findWords,
  fitColumn,
  fitText,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
} from '@songreel/kit'

/** What the poster says; everything but the quote may be empty. */
export type Words = { quote: string; attribution: string; title: string; kicker: string }

/** Where everything stands, in pixels of a frame whose short side is 1080. */
export type Layout = {
  quote: PlacedText
  mark: PlacedText
  /** Kicker, attribution and title. */
  credits: PlacedText[]
  rule: Box
  art: Box
  /** What holds type. */
  type: Box[]
  isMirrored: boolean
}

const RULE_PX = 3
/** The box of the cover is as large as a beat makes it: beside the names it has its distance then, too. */
const GAPS = { art: 44, rule: 36, quote: 64, kicker: 48 }

/** The largest quote, its mark, the cover beside the credits; in tall frames that reaches below the part that is safe for type. */
type Measures = { quotePx: number; markPx: number; markGap: number; artPx: number; dropPx: number }
const POSTER: Record<Shape, Measures> = {
  TALL: { quotePx: 280, markPx: 270, markGap: 44, artPx: 524, dropPx: 358 },
  SQUARE: { quotePx: 204, markPx: 300, markGap: 58, artPx: 290, dropPx: 0 },
  WIDE: { quotePx: 150, markPx: 340, markGap: 40, artPx: 176, dropPx: 0 },
}
/** Over a picture all is smaller and low, so that who is in it is seen. */
const OVER_PICTURE: Record<Shape, Measures> = {
  TALL: { quotePx: 156, markPx: 220, markGap: 28, artPx: 210, dropPx: 0 },
  SQUARE: { quotePx: 108, markPx: 220, markGap: 28, artPx: 150, dropPx: 0 },
  WIDE: { quotePx: 96, markPx: 220, markGap: 28, artPx: 150, dropPx: 0 },
}
type Shape = FrameLayout['shape']
const SQUARE: Size = { width: 1, height: 1 }

/** Where the quote stands: as a poster, above or below the free room, or small over a picture. */
export type QuotePlace = 'HIGH' | 'LOW' | 'OVER_PICTURE'

/** The quote as large as it goes between its mark and the credits, all on one edge. */
export function planLayout(
  size: Size,
  words: Words,
  { font, place, picture = SQUARE }: { font: FontStyle; place: QuotePlace; picture?: Size | undefined },
): Layout {
  const { safe, shape } = planFrame(size)
  const measures = (place === 'OVER_PICTURE' ? OVER_PICTURE : POSTER)[shape]
  const { markPx, markGap } = measures
  const isMirrored = isRightToLeft(words.quote)
  const align = isMirrored ? 'RIGHT' : 'LEFT'
  const kicker = fitColumn([kickerText(words.kicker, font, align)], safe.width)
  const credits = planCredits(safe, words, { font, isMirrored, picture, ...measures })
  const kickerHeight = kicker.heightPx > 0 ? kicker.heightPx + GAPS.kicker : 0
  const room = {
    ...safe,
    y: safe.y + kickerHeight,
    height: credits.rule.y - GAPS.quote - safe.y - kickerHeight,
  }
  const mark = fitText(
    nameMark(words.quote, isMirrored),
    { width: markPx, height: 2 * markPx },
    { font, role: 'DISPLAY', align, maxSizePx: markPx, maxLines: 1 },
  )
  const markHeight = mark.ink.bottom - mark.ink.top
  const above = words.quote === '' ? 0 : markHeight + markGap
  const quote = fitText(
    words.quote,
    { width: room.width, height: room.height - above },
    { font, role: 'DISPLAY', align, maxSizePx: measures.quotePx, minSizePx: 44, maxLines: 7 },
  )
  const free = room.height - above - quote.block.bottom
  const top = room.y + (place === 'HIGH' ? 0 : free)
  const markX = isMirrored ? room.x + room.width - markPx : room.x
  const quoteBox = {
    ...room,
    y: top + above,
    height: Math.max(1, quote.block.bottom),
  }
  return {
    quote: { layout: quote, box: quoteBox },
    mark: {
      layout: words.quote === '' ? { ...mark, lines: [] } : mark,
      box: { x: markX, y: top - mark.ink.top, width: markPx, height: mark.ink.bottom },
    },
    credits: [...kicker.place(safe.x, safe.y), ...credits.texts],
    rule: credits.rule,
    art: credits.art,
    type: [
      // Only as wide as it is: beside short lines there is room for light.
      { ...room, y: top, height: above, width: markPx, x: markX },
      ...findWords(quote).map(({ left, right, baseline }) => ({
        x: room.x + left,
        y: top + above + baseline - quote.sizePx,
        width: right - left,
        height: 1.25 * quote.sizePx,
      })),
      { ...safe, y: credits.rule.y, height: safe.y + safe.height - credits.rule.y },
      // Light behind the cover would drown it.
      credits.art,
      ...(kickerHeight > 0 ? [{ ...safe, height: kicker.heightPx }] : []),
    ],
    isMirrored,
  }
}

type Align = 'LEFT' | 'RIGHT'

function kickerText(text: string, font: FontStyle, align: Align) {
  const style = { font, role: 'TEXT', align, maxSizePx: 42, minSizePx: 26, maxLines: 2 } as const
  return { text, style, maxHeightPx: 130, gapPx: 0 }
}

type CreditsWish = { font: FontStyle; isMirrored: boolean; picture: Size; artPx: number; dropPx: number }

/** Of the safe width a stamp that is wider than high takes so much: the names stand beside it. */
const WIDEST_ART = 0.62

/** A rule, the cover below it, and beside that who says it and where. */
function planCredits(
  safe: Box,
  { attribution, title }: Words,
  { font, isMirrored, picture, artPx, dropPx }: CreditsWish,
): { art: Box; rule: Box; texts: PlacedText[] } {
  const align: Align = isMirrored ? 'RIGHT' : 'LEFT'
  const art = sizeArt(picture, artPx, safe.width)
  // The names stand beside the part of the cover that is safe for type.
  const namedPx = Math.min(art.height, artPx - dropPx)
  const artY = safe.y + safe.height - namedPx
  const width = safe.width - art.width - GAPS.art
  const room = namedPx - 14
  const titlePx = Math.min(64, 0.14 * artPx + 26)
  const column = fitColumn(
    [
      {
        text: attribution,
        style: { font, role: 'DISPLAY', align, maxSizePx: 0.2 * artPx + 30, minSizePx: 24, maxLines: 2 },
        maxHeightPx: 0.54 * room,
        gapPx: 0,
      },
      {
        text: title,
        style: { font, role: 'TEXT', align, maxSizePx: titlePx, minSizePx: 20, maxLines: 3 },
        maxHeightPx: 0.46 * room,
        gapPx: 14,
      },
    ],
    width,
  )
  const x = isMirrored ? safe.x : safe.x + art.width + GAPS.art
  return {
    art: {
      x: isMirrored ? safe.x + safe.width - art.width : safe.x,
      y: artY,
      ...art,
    },
    rule: { x: safe.x, y: artY - GAPS.rule - RULE_PX, width: safe.width, height: RULE_PX },
    texts: column.place(x, artY + (namedPx - column.heightPx) / 2),
  }
}

/** The stamp in the picture's shape: a wide one about as large as the square one, an upright one as high. */
function sizeArt(picture: Size, artPx: number, safeWidth: number): Size {
  const ratio = picture.width / picture.height
  if (ratio <= 1) return { width: artPx * ratio, height: artPx }
  const width = Math.min(artPx * Math.sqrt(ratio), WIDEST_ART * safeWidth)
  return { width, height: width / ratio }
}

/** The sign that opens a quote, as readers of its script know it. */
function nameMark(quote: string, isMirrored: boolean): string {
  if (isMirrored) return '»'
  return /^[^\p{sc=Latn}]*[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(quote) ? '「' : '“'
}
