import {
  type Box,
  type ColumnText,
  type FontStyle,
  fitColumn,
  fitText,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type Size,
  type TextColumn,
  type TextLayout,
} from '@songreel/kit'

/** What there is to say; only number and date are always there. */
export type Words = {
  number: string
  unit: string
  date: string
  cta: string
  link: string
  kicker: string
  title: string
  artist: string
}

/** Where everything stands, in pixels of the design, whose short side is 1080. */
export type Layout = {
  dial: { x: number; y: number; radius: number }
  number: PlacedText
  unit: PlacedText
  /** All of the cover, beside the words. */
  art: Box
  /** A film across the foot of tall frames, where no type may stand. */
  film?: Box
  texts: {
    kicker: PlacedText
    date: PlacedText
    cta: PlacedText
    link: PlacedText
    title: PlacedText
    artist: PlacedText
  }
}

/** Of the dial's radius: the circle that holds the number. */
const NUMBER_SHARE = 0.94
/** The ticks stand around the dial. */
export const TICKS_PX = { gap: 0, length: 48 }
const AROUND_PX = TICKS_PX.gap + TICKS_PX.length + 6
const GAP_PX = 36

type Plan = { safe: Box; size: Size; words: Words; font: FontStyle; isMirrored: boolean }

/** In each shape: the side of the cover, the size of the date beside it, and where the dial may begin. */
const SHAPES = {
  TALL: { cardPx: 428, datePx: 80, topPx: 38 },
  REST: { cardPx: 304, datePx: 62, topPx: 16 },
}

/** The dial above; below it the cover, and beside that the date, what to do, and the song. */
export function planLayout(size: Size, words: Words, font: FontStyle): Layout {
  const { safe, shape } = planFrame(size)
  const isTall = shape === 'TALL'
  const plan = { safe, size, words, font, isMirrored: isRightToLeft(words.title || words.date) }
  const { cardPx, datePx, topPx: top } = SHAPES[isTall ? 'TALL' : 'REST']
  const width = safe.width - cardPx - GAP_PX
  const column = fitWords(plan, width, datePx)
  const foot = safe.y + safe.height
  const y = foot - Math.max(cardPx, column.heightPx)
  const room = y - GAP_PX - top
  let dial = { x: size.width / 2, y: top + room / 2, radius: Math.min(size.width, room) / 2 - AROUND_PX }
  let inside = fitNumber(words, dial, font)
  // Long texts push the dial up: it gets smaller then, and sinks to where the number is inside of the safe box.
  while (findTop(inside.number) < safe.y && dial.radius > 80) {
    const radius = 0.95 * dial.radius
    dial = { ...dial, radius, y: y - GAP_PX - AROUND_PX - radius }
    inside = fitNumber(words, dial, font)
  }
  const [cardX, textX] = plan.isMirrored
    ? [safe.x + width + GAP_PX, safe.x]
    : [safe.x, safe.x + cardPx + GAP_PX]
  const textY = foot - column.heightPx - Math.max(0, cardPx - column.heightPx) / 2
  const filmY = foot + 1.6 * GAP_PX
  return {
    dial,
    ...inside,
    art: { x: cardX, y: foot - cardPx, width: cardPx, height: cardPx },
    texts: placeWords(column, textX, textY),
    ...(isTall && { film: { x: 0, y: filmY, width: size.width, height: size.height - filmY } }),
  }
}

/** The number's upper edge when it swells on a beat. */
function findTop({ box, layout: { ink } }: PlacedText): number {
  return box.y + ink.top - 0.13 * (ink.bottom - ink.top)
}

/** The number as large as the dial's inner circle holds it, its unit below. */
function fitNumber(
  { number, unit }: Words,
  dial: Layout['dial'],
  font: FontStyle,
): Pick<Layout, 'number' | 'unit'> {
  const inner = NUMBER_SHARE * dial.radius
  const style = { font, align: 'CENTER', anchor: 'TOP' } as const
  const isWord = unit === ''
  const width = (isWord ? 1.62 : 1.5) * inner
  const height = (isWord ? 0.9 : 1.08) * inner
  const large = fitText(
    number,
    { width, height },
    { ...style, role: 'DISPLAY', maxSizePx: 1.6 * inner, minSizePx: 20, maxLines: 1 },
  )
  const small = fitText(
    unit,
    { width: 1.2 * inner, height: 0.3 * inner },
    { ...style, role: 'TEXT', maxSizePx: 0.2 * inner, minSizePx: 16, maxLines: 1 },
  )
  const gap = isWord ? 0 : 0.17 * inner
  const measureInk = ({ ink }: TextLayout) => ink.bottom - ink.top
  const top = dial.y - (measureInk(large) + gap + measureInk(small)) / 2
  const place = (layout: TextLayout, boxWidth: number, inkTop: number): PlacedText => ({
    layout,
    box: {
      x: dial.x - boxWidth / 2,
      y: inkTop - layout.ink.top,
      width: boxWidth,
      height: Math.max(1, layout.block.bottom),
    },
  })
  return { number: place(large, width, top), unit: place(small, 1.2 * inner, top + measureInk(large) + gap) }
}

/** Between what belongs together, and between the date, what to do, and the song. */
const LINE_GAP_PX = 8
const GROUP_GAP_PX = 30

function fitWords({ words, font, isMirrored }: Plan, width: number, datePx: number): TextColumn {
  const base = { font, anchor: 'TOP', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const small = { ...base, role: 'TEXT', minSizePx: 24, maxLines: 1 } as const
  const texts: ColumnText[] = [
    { text: words.kicker, style: { ...small, maxSizePx: 36, maxLines: 2 }, maxHeightPx: 90, gapPx: 0 },
    {
      text: words.date,
      style: { ...base, role: 'DISPLAY', maxSizePx: datePx, minSizePx: 34, maxLines: 2, lineHeight: 1 },
      maxHeightPx: 2.1 * datePx,
      gapPx: words.kicker ? 14 : 0,
    },
    {
      text: words.cta,
      style: { ...small, maxSizePx: 0.75 * datePx },
      maxHeightPx: datePx,
      gapPx: GROUP_GAP_PX,
    },
    {
      text: words.link,
      style: { ...small, maxSizePx: 0.62 * datePx },
      maxHeightPx: 0.9 * datePx,
      gapPx: words.cta ? LINE_GAP_PX : GROUP_GAP_PX,
    },
    {
      text: words.title,
      style: {
        ...base,
        role: 'DISPLAY',
        maxSizePx: 0.8 * datePx,
        minSizePx: 22,
        maxLines: 2,
        lineHeight: 1.02,
      },
      maxHeightPx: 1.9 * datePx,
      gapPx: GROUP_GAP_PX,
    },
    {
      text: words.artist,
      style: { ...small, maxSizePx: 0.58 * datePx, minSizePx: 20 },
      maxHeightPx: 0.9 * datePx,
      gapPx: LINE_GAP_PX,
    },
  ]
  return fitColumn(texts, width)
}

function placeWords(column: TextColumn, x: number, y: number): Layout['texts'] {
  const [kicker, date, cta, link, title, artist] = column.place(x, y)
  if (!kicker || !date || !cta || !link || !title || !artist) throw new TypeError('the column has six texts')
  return { kicker, date, cta, link, title, artist }
}
