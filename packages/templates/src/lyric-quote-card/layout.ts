import {
  type Box,
  type FontStyle,
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

const MARK = { sizePx: 340, gap: 40 }
/** The cover beside the credits. */
const ART_PX = { TALL: 340, SQUARE: 176, WIDE: 176 }
/** In tall frames it reaches below the part that is safe for type. */
const ART_DROP_PX = { TALL: 170, SQUARE: 0, WIDE: 0 }
const RULE_PX = 3
const GAPS = { art: 28, rule: 36, quote: 64, kicker: 48 }
const QUOTE_PX = { TALL: 264, SQUARE: 204, WIDE: 150 }

/** The quote as large as it goes between its mark and the credits, all on one edge. */
export function planLayout(size: Size, words: Words, font: FontStyle, isHigh: boolean): Layout {
  const { safe, shape } = planFrame(size)
  const isMirrored = isRightToLeft(words.quote)
  const align = isMirrored ? 'RIGHT' : 'LEFT'
  const kicker = fitColumn([kickerText(words.kicker, font, align)], safe.width)
  const credits = planCredits(safe, words, {
    font,
    isMirrored,
    artPx: ART_PX[shape],
    dropPx: ART_DROP_PX[shape],
  })
  const kickerHeight = kicker.heightPx > 0 ? kicker.heightPx + GAPS.kicker : 0
  const room = {
    ...safe,
    y: safe.y + kickerHeight,
    height: credits.rule.y - GAPS.quote - safe.y - kickerHeight,
  }
  const mark = fitText(
    nameMark(words.quote, isMirrored),
    { width: MARK.sizePx, height: 2 * MARK.sizePx },
    { font, role: 'DISPLAY', align, maxSizePx: MARK.sizePx, maxLines: 1 },
  )
  const markHeight = mark.ink.bottom - mark.ink.top
  const above = words.quote === '' ? 0 : markHeight + MARK.gap
  const quote = fitText(
    words.quote,
    { width: room.width, height: room.height - above },
    { font, role: 'DISPLAY', align, maxSizePx: QUOTE_PX[shape], minSizePx: 44, maxLines: 7 },
  )
  const free = room.height - above - quote.block.bottom
  const top = room.y + (isHigh ? 0 : free)
  const markX = isMirrored ? room.x + room.width - MARK.sizePx : room.x
  const quoteBox = {
    ...room,
    y: top + above,
    height: Math.max(1, quote.block.bottom),
  }
  return {
    quote: { layout: quote, box: quoteBox },
    mark: {
      layout: words.quote === '' ? { ...mark, lines: [] } : mark,
      box: { x: markX, y: top - mark.ink.top, width: MARK.sizePx, height: mark.ink.bottom },
    },
    credits: [...kicker.place(safe.x, safe.y), ...credits.texts],
    rule: credits.rule,
    art: credits.art,
    type: [
      // Only as wide as it is: beside short lines there is room for light.
      { ...room, y: top, height: above, width: MARK.sizePx, x: markX },
      ...findWords(quote).map(({ left, right, baseline }) => ({
        x: room.x + left,
        y: top + above + baseline - quote.sizePx,
        width: right - left,
        height: 1.25 * quote.sizePx,
      })),
      { ...safe, y: credits.rule.y, height: safe.y + safe.height - credits.rule.y },
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

type CreditsWish = { font: FontStyle; isMirrored: boolean; artPx: number; dropPx: number }

/** A rule, the cover below it, and beside that who says it and where. */
function planCredits(
  safe: Box,
  { attribution, title }: Words,
  { font, isMirrored, artPx, dropPx }: CreditsWish,
): { art: Box; rule: Box; texts: PlacedText[] } {
  const align: Align = isMirrored ? 'RIGHT' : 'LEFT'
  const artY = safe.y + safe.height - artPx + dropPx
  const width = safe.width - artPx - GAPS.art
  // The names stand beside the part of the cover that is safe for type.
  const room = artPx - dropPx - 14
  const column = fitColumn(
    [
      {
        text: attribution,
        style: { font, role: 'DISPLAY', align, maxSizePx: 0.2 * artPx + 30, minSizePx: 24, maxLines: 2 },
        maxHeightPx: 0.5 * room,
        gapPx: 0,
      },
      {
        text: title,
        style: { font, role: 'TEXT', align, maxSizePx: 0.14 * artPx + 26, minSizePx: 20, maxLines: 2 },
        maxHeightPx: 0.4 * room,
        gapPx: 14,
      },
    ],
    width,
  )
  const x = isMirrored ? safe.x : safe.x + artPx + GAPS.art
  return {
    art: {
      x: isMirrored ? safe.x + safe.width - artPx : safe.x,
      y: artY,
      width: artPx,
      height: artPx,
    },
    rule: { x: safe.x, y: artY - GAPS.rule - RULE_PX, width: safe.width, height: RULE_PX },
    texts: column.place(x, artY + (artPx - dropPx - column.heightPx) / 2),
  }
}

/** The sign that opens a quote, as readers of its script know it. */
function nameMark(quote: string, isMirrored: boolean): string {
  if (isMirrored) return '»'
  return /^[^\p{sc=Latn}]*[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(quote) ? '「' : '“'
}
