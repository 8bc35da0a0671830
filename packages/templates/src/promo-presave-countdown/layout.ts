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
  /** The cover: a strip across the foot of tall frames, which holds no type, else a card beside the names. */
  art: Box
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
/** On a beat the strip jumps so far: it rests as much further from the type above it. */
export const JUMP_PX = 40
const NAMES_GAP_PX = 40

type Plan = { safe: Box; size: Size; words: Words; font: FontStyle; isMirrored: boolean }

/** The dial above; below it the date, what to do, and the song. */
export function planLayout(size: Size, words: Words, font: FontStyle): Layout {
  const { safe, shape } = planFrame(size)
  const plan = { safe, size, words, font, isMirrored: isRightToLeft(words.title || words.date) }
  return shape === 'TALL' ? planTall(plan) : planSquare(plan)
}

function planTall({ safe, size, words, font, isMirrored }: Plan): Layout {
  const about = fitAbout(words, safe.width, { font, isMirrored, datePx: 112 })
  const names = fitNames(words, safe.width, { font, isMirrored, titlePx: 76, height: 230 })
  const bottom = safe.y + safe.height
  const y = bottom - about.heightPx - NAMES_GAP_PX - names.heightPx
  // The dial is no type: it may begin above the safe box, but the number in it may not.
  const top = 0.02 * size.height
  const room = y - GAP_PX - top
  let dial = { x: size.width / 2, y: top + room / 2, radius: Math.min(size.width, room) / 2 - AROUND_PX }
  let inside = fitNumber(words, dial, font)
  // Long texts push the dial up: it gets smaller then, and sinks to where the number is inside of the safe box.
  while (findTop(inside.number) < safe.y && dial.radius > 80) {
    const radius = 0.95 * dial.radius
    dial = { ...dial, radius, y: y - GAP_PX - AROUND_PX - radius }
    inside = fitNumber(words, dial, font)
  }
  const artTop = bottom + GAP_PX + JUMP_PX
  return {
    dial,
    ...inside,
    art: { x: 0, y: artTop, width: size.width, height: size.height - artTop },
    texts: { ...placeAbout(about, safe.x, y), ...placeNames(names, safe.x, bottom - names.heightPx) },
  }
}

/** The number's upper edge when it swells on a beat. */
function findTop({ box, layout: { ink } }: PlacedText): number {
  return box.y + ink.top - 0.05 * (ink.bottom - ink.top)
}

const CARD_PX = 176
const CARD_GAP_PX = 28

function planSquare({ safe, size, words, font, isMirrored }: Plan): Layout {
  const gap = 56
  // A long title needs the room more than the date does.
  const songWidth = (words.title.length > 40 ? 0.6 : 0.47) * safe.width
  const namesWidth = songWidth - CARD_PX - CARD_GAP_PX
  const about = fitAbout(words, safe.width - songWidth - gap, { font, isMirrored, datePx: 76 })
  const names = fitNames(words, namesWidth, { font, isMirrored, titlePx: 56, height: CARD_PX })
  const below = Math.max(about.heightPx, CARD_PX)
  const floor = safe.y + safe.height
  const top = 16
  const room = floor - below - GAP_PX - top
  const dial = { x: size.width / 2, y: top + room / 2, radius: room / 2 - AROUND_PX }
  const right = safe.x + safe.width
  const [aboutX, cardX, namesX] = isMirrored
    ? [safe.x + songWidth + gap, safe.x + namesWidth + CARD_GAP_PX, safe.x]
    : [safe.x, right - songWidth, right - namesWidth]
  const namesY = floor - CARD_PX + Math.max(0, CARD_PX - names.heightPx) / 2
  return {
    dial,
    ...fitNumber(words, dial, font),
    art: { x: cardX, y: floor - CARD_PX, width: CARD_PX, height: CARD_PX },
    texts: { ...placeAbout(about, aboutX, floor - about.heightPx), ...placeNames(names, namesX, namesY) },
  }
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
  const height = (isWord ? 0.9 : 1.12) * inner
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
  const gap = isWord ? 0 : 0.12 * inner
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

type TypeWish = { font: FontStyle; isMirrored: boolean }

function fitAbout(words: Words, width: number, { font, isMirrored, datePx }: TypeWish & { datePx: number }) {
  const base = { font, anchor: 'TOP', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const small = { ...base, role: 'TEXT', minSizePx: 24, maxLines: 1 } as const
  const texts: ColumnText[] = [
    { text: words.kicker, style: { ...small, maxSizePx: 42, maxLines: 2 }, maxHeightPx: 100, gapPx: 0 },
    {
      text: words.date,
      style: { ...base, role: 'DISPLAY', maxSizePx: datePx, minSizePx: 34, maxLines: 2 },
      maxHeightPx: 1.6 * datePx,
      gapPx: 14,
    },
    { text: words.cta, style: { ...small, maxSizePx: 0.78 * datePx }, maxHeightPx: 1.1 * datePx, gapPx: 20 },
    { text: words.link, style: { ...small, maxSizePx: 0.62 * datePx }, maxHeightPx: 0.9 * datePx, gapPx: 10 },
  ]
  return fitColumn(texts, width)
}

function placeAbout(column: TextColumn, x: number, y: number) {
  const [kicker, date, cta, link] = column.place(x, y) as [PlacedText, PlacedText, PlacedText, PlacedText]
  return { kicker, date, cta, link }
}

type NamesWish = TypeWish & { titlePx: number; height: number }

function fitNames(words: Words, width: number, { font, isMirrored, titlePx, height }: NamesWish) {
  const base = { font, anchor: 'TOP', align: isMirrored ? 'RIGHT' : 'LEFT' } as const
  const texts: ColumnText[] = [
    {
      text: words.title,
      style: { ...base, role: 'DISPLAY', maxSizePx: titlePx, minSizePx: 18, maxLines: 2 },
      maxHeightPx: 0.64 * height,
      gapPx: 0,
    },
    {
      text: words.artist,
      style: { ...base, role: 'TEXT', maxSizePx: 0.68 * titlePx, minSizePx: 16, maxLines: 1 },
      maxHeightPx: 0.3 * height,
      gapPx: 8,
    },
  ]
  return fitColumn(texts, width)
}

function placeNames(column: TextColumn, x: number, y: number) {
  const [title, artist] = column.place(x, y) as [PlacedText, PlacedText]
  return { title, artist }
}
