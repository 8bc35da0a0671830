import { type Box, clamp01, type FontStyle, mix, planFrame, type Size } from '@songreel/kit'
import {
  type Align,
  type FittedText,
  findAlign,
  fitRank,
  type PlacedText,
  placeText,
  planType,
  type TypePlan,
  type Words,
} from './words.ts'

/** Where everything stands, in pixels of the frame. */
export type Layout = {
  card: Box
  label: PlacedText
  title: PlacedText
  artist: PlacedText
  bars: Box
  barCount: number
  /** How much of its place a bar fills. */
  barThickness: number
  /** How much of a bar is left where the high notes are. */
  treble: number
  /** Whether low notes stand in the middle and both halves are alike. */
  isArch: boolean
  /** The progress line that the bars stand on. */
  line: Box
  /** Length of one pixel of a 1080-pixel short side. */
  unit: number
  align: Align
}

/** One composition per shape: a row for wide frames, a grid for square ones, a stack for tall ones; over a picture one for all. */
export function planLayout(size: Size, words: Words, font: FontStyle, isOverPicture = false): Layout {
  const ratio = size.width / size.height
  const plan = { size, words, font, unit: Math.min(size.width, size.height) / 1080 }
  if (isOverPicture) return planLow(plan)
  if (planFrame(size).shape === 'TALL') return planTall(plan)
  const compose = ratio >= ROW_FROM ? planRow : ratio > STACK_UP_TO ? planGrid : planStack
  const layout = compose(plan)
  return layout.align === 'RIGHT' ? mirror(layout, size) : layout
}

const ROW_FROM = 1.5
const STACK_UP_TO = 0.9

// All measures below are pixels of the design, whose short side is 1080.
const GRID_PX = 8
const CARD_GAP = 64
const LABEL_GAP = 28
const ARTIST_GAP = 24
/** Above the foot, which is the bars and the line below them. */
const FOOT_GAP = 48
const LINE_GAP = 12
const LINE_HEIGHT = 4
const BARS_HEIGHT = 150
/** Beside the card of a wide frame. */
const ROW_BARS_HEIGHT = 192
const BARS = { pitch: 24, thickness: 0.62, treble: 1 }
/** Of the widest card: above this, type and card end at the same right edge; no card is smaller than the other. */
const MIN_SHARED_EDGE = 0.8
const MIN_CARD = 0.4
/** Around a row, in wide frames. */
const ROW_MARGIN = 96
/** Of a square's safe box. */
const GRID_CARD = 0.64
/** Beside a long title the card gives way, down to the last of these, until the title needs no more lines. */
const LONG_GRID_CARDS = [GRID_CARD, 0.56, 0.48]
const MOST_GRID_LINES = 6
/** Over all of a square's width, bars as broad as elsewhere would be a wall below the cover: there they are a fine line of sound, and low. */
const GRID_BARS = { height: 168, pitch: 18, thickness: 0.42, treble: 0.62 }
/** In tall frames: above the card and below it, and above the bars. */
const TALL_TOP = 96
const TALL_CARD_GAP = 68
const TALL_BARS = { gap: 48, pitch: 32, treble: 0.6 }
const TALL_LEAST = { label: 58, artist: 66 }

type Plan = { size: Size; words: Words; font: FontStyle; unit: number }

/**
 * The frames of phones: the card is as large as the type below it in the safe box allows. The bottom belongs to the
 * platform's captions: the bars stand there, and nothing that anyone needs to read.
 */
function planTall({ size, words, font, unit }: Plan): Layout {
  const { safe } = planFrame(size)
  const x = safe.x
  const widest = floorTo(size.width - 2 * x, GRID_PX * unit)
  const safeBottom = safe.y + safe.height
  // Very tall frames have room to spare: there type grows, not the emptiness.
  const spare = clamp01((safe.height / widest - 1.3) / 0.9)
  const titlePx = (safe.width / unit) * mix(0.165, 0.3, spare)
  const type = planType(words, {
    font,
    unit,
    titlePx,
    oneLineFrom: mix(0.62, 1, spare),
    least: TALL_LEAST,
  })
  const column = fitColumn(words, { width: safe.width, height: titlePx * 2.2 * unit }, type)
  const gap = column.height > 0 ? TALL_CARD_GAP * unit : 0
  const top = TALL_TOP * unit
  const room = safeBottom - top - gap - column.height
  const side = Math.max(MIN_CARD * widest, floorTo(Math.min(widest, room), GRID_PX * unit))
  const y = top + Math.max(0, room - side) / 2
  return {
    card: { x: type.align === 'RIGHT' ? x + safe.width - side : x, y, width: side, height: side },
    ...column.place(x, y + side + gap),
    ...planFloor(size, safe, unit),
    unit,
    align: type.align,
  }
}

/** Over a picture: the card's side, the gap beside it, the bars' height, and the largest title, in each shape. */
const LOW = {
  TALL: { side: 236, gap: 36, bars: 0, titlePx: 118 },
  SQUARE: { side: 212, gap: 36, bars: 72, titlePx: 112 },
  WIDE: { side: 232, gap: 44, bars: 72, titlePx: 140 },
}

/** A picture fills the frame and keeps its upper part to itself: a small card with the type beside it, low, above the bars. */
function planLow({ size, words, font, unit }: Plan): Layout {
  const { safe, shape } = planFrame(size)
  const { titlePx, ...low } = LOW[shape]
  const side = low.side * unit
  const gap = low.gap * unit
  const bottom = safe.y + safe.height
  const width = safe.width - side - gap
  const type = planType(words, { font, unit, titlePx, oneLineFrom: 0.5 })
  const column = fitColumn(words, { width, height: 2.2 * titlePx * unit }, type)
  const rowBottom = bottom - (FOOT_GAP + footHeight(low.bars)) * unit
  const isRtl = type.align === 'RIGHT'
  const height = Math.max(side, column.height)
  const x = isRtl ? safe.x : safe.x + side + gap
  return {
    card: {
      x: isRtl ? safe.x + safe.width - side : safe.x,
      y: rowBottom - height + (height - side) / 2,
      width: side,
      height: side,
    },
    ...column.place(x, rowBottom - height + (height - column.height) / 2),
    ...(shape === 'TALL'
      ? planFloor(size, safe, unit)
      : planFoot({ x: safe.x, bottom, width: safe.width }, low.bars, unit)),
    unit,
    align: type.align,
  }
}

/** Cover on top, type and foot below it; all of them share the card's left and right edge. */
function planStack({ size, words, font, unit }: Plan): Layout {
  const { safe } = planFrame(size)
  const widest = floorTo(safe.width, GRID_PX * unit)
  const rest = (CARD_GAP + FOOT_GAP + footHeight(BARS_HEIGHT)) * unit
  const fitType = (width: number) => {
    const titlePx = (width / unit) * 0.172
    return fitColumn(
      words,
      { width, height: titlePx * 2.2 * unit },
      planType(words, { font, unit, titlePx, oneLineFrom: 0.62 }),
    )
  }
  const roomBeside = (column: Column) =>
    floorTo(Math.min(widest, safe.height - rest - column.height), GRID_PX * unit)
  let column = fitType(widest)
  let side = roomBeside(column)
  // A card that gives way a little takes the type's right edge with it; beside a long text only the left edge is shared.
  const narrower = side < widest && side > MIN_SHARED_EDGE * widest ? fitType(side) : undefined
  const isShared = narrower !== undefined && roomBeside(narrower) >= side
  if (isShared) column = narrower
  const width = isShared ? side : widest
  side = Math.max(side, MIN_CARD * widest)
  const height = side + rest + column.height
  const x = (size.width - width) / 2
  const y = safe.y + Math.max(0, safe.height - height) / 2
  return {
    card: { x, y, width: side, height: side },
    ...column.place(x, y + side + CARD_GAP * unit),
    ...planFoot({ x, bottom: y + height, width }, BARS_HEIGHT, unit),
    unit,
    align: findAlign(words),
  }
}

/** Cover on the left; beside it the label at the card's top, title and foot at the card's bottom. */
function planRow({ size, words, font, unit }: Plan): Layout {
  const margin = ROW_MARGIN * unit
  const gap = 0.65 * margin
  const side = floorTo(
    Math.min(size.height - 2 * margin, (size.width - 2 * margin - gap) / 2),
    GRID_PX * unit,
  )
  const card = { x: margin, y: (size.height - side) / 2, width: side, height: side }
  const x = card.x + side + gap
  const width = size.width - margin - x
  const type = planType(words, {
    font,
    unit,
    titlePx: Math.min(0.27 * width, 0.36 * side) / unit,
    oneLineFrom: 0.8,
  })
  // Without a word the sound has the whole side to itself.
  const barsHeight = words.title + words.artist === '' ? 3 * BARS_HEIGHT : ROW_BARS_HEIGHT
  const label = fitRank('label', words.label, { width, height: 120 * unit }, type)
  const artist = fitRank('artist', words.artist, { width, height: 128 * unit }, type)
  const bottom = card.y + side
  const artistTop = bottom - (FOOT_GAP + footHeight(barsHeight)) * unit - artist.height
  const titleBottom = artistTop - (artist.height > 0 ? ARTIST_GAP * unit : 0)
  const titleRoom = titleBottom - card.y - label.height - (label.height > 0 ? 40 * unit : 0)
  const title = fitRank('title', words.title, { width, height: titleRoom }, type)
  return {
    card,
    label: placeText(label, x, card.y),
    title: placeText(title, x, titleBottom - title.height),
    artist: placeText(artist, x, artistTop),
    ...planFoot({ x, bottom, width }, barsHeight, unit),
    unit,
    align: type.align,
  }
}

/** Cover at the top left, all type in one column beside it, and the foot below over the whole width. */
function planGrid({ size, words, font, unit }: Plan): Layout {
  const { safe } = planFrame(size)
  const { x, y, width } = safe
  const bottom = y + safe.height
  const fit = (share: number) => {
    const side = floorTo(share * Math.min(width, safe.height), GRID_PX * unit)
    const besideX = x + side + 40 * unit
    const beside = x + width - besideX
    const titlePx = Math.min(176, (0.4 * beside) / unit)
    const type = planType(words, { font, unit, titlePx, oneLineFrom: 0.62 })
    const rest = (88 + LABEL_GAP + 96 + ARTIST_GAP) * unit
    const column = fitColumn(words, { width: beside, height: side - rest }, type)
    return { side, besideX, type, column }
  }
  const isLong = fit(GRID_CARD).type.isTitleLong
  const fitted = (isLong ? LONG_GRID_CARDS : [GRID_CARD]).map(fit)
  const isRoomy = ({ column: { titleLines, isWhole } }: (typeof fitted)[number]) =>
    isWhole && titleLines <= MOST_GRID_LINES
  const { side, besideX, type, column } = fitted.find(isRoomy) ?? fitted.at(-1)!
  return {
    card: { x, y, width: side, height: side },
    ...column.place(besideX, y + side - column.height),
    ...planFoot({ x, bottom, width }, GRID_BARS.height, unit, GRID_BARS),
    unit,
    align: type.align,
  }
}

/** What begins on the left begins on the right; the sound still runs from left to right, as everywhere. */
function mirror(layout: Layout, { width }: Size): Layout {
  const flip = (box: Box): Box => ({ ...box, x: width - box.x - box.width })
  const flipText = (text: PlacedText): PlacedText => ({ ...text, box: flip(text.box) })
  const { card, label, title, artist, bars, line } = layout
  return {
    ...layout,
    card: flip(card),
    label: flipText(label),
    title: flipText(title),
    artist: flipText(artist),
    bars: flip(bars),
    line: flip(line),
  }
}

type Column = {
  height: number
  /** Lines of the title, and whether neither it nor the artist is cut. */
  titleLines: number
  isWhole: boolean
  place(x: number, y: number): Pick<Layout, 'label' | 'title' | 'artist'>
}

/** Label, title and artist below each other; gaps only between those that say something. */
function fitColumn(words: Words, titleBox: { width: number; height: number }, type: TypePlan): Column {
  const { width } = titleBox
  const { unit } = type
  const label = fitRank('label', words.label, { width, height: 88 * unit }, type)
  const title = fitRank('title', words.title, titleBox, type)
  const artist = fitRank('artist', words.artist, { width, height: 96 * unit }, type)
  const after = (text: FittedText, gap: number) => (text.height > 0 ? text.height + gap * unit : 0)
  const titleTop = after(label, LABEL_GAP)
  const artistTop = titleTop + after(title, artist.height > 0 ? ARTIST_GAP : 0)
  return {
    height: artistTop + artist.height,
    titleLines: title.layout.lines.length,
    isWhole: !title.layout.isTruncated && !artist.layout.isTruncated,
    place: (x, y) => ({
      label: placeText(label, x, y),
      title: placeText(title, x, y + titleTop),
      artist: placeText(artist, x, y + artistTop),
    }),
  }
}

function footHeight(barsHeight: number): number {
  return barsHeight + LINE_GAP + LINE_HEIGHT
}

type Foot = Pick<Layout, 'bars' | 'barCount' | 'barThickness' | 'treble' | 'line' | 'isArch'>

function planFoot(
  at: { x: number; bottom: number; width: number },
  barsHeight: number,
  unit: number,
  { pitch, thickness, treble } = BARS,
): Foot {
  const { x, bottom, width } = at
  const top = bottom - footHeight(barsHeight) * unit
  return {
    bars: { x, y: top, width, height: barsHeight * unit },
    barCount: Math.max(8, Math.round(width / unit / pitch)),
    barThickness: thickness,
    treble,
    isArch: false,
    line: { x, y: bottom - LINE_HEIGHT * unit, width, height: LINE_HEIGHT * unit },
  }
}

/** The bars of a tall frame, below all that is read: from one margin to the other, on a line as everywhere. */
function planFloor({ width, height }: Size, safe: Box, unit: number): Foot {
  const at = { x: safe.x, bottom: height - safe.x, width: width - 2 * safe.x }
  const top = safe.y + safe.height + TALL_BARS.gap * unit
  return {
    ...planFoot(at, (at.bottom - top) / unit - footHeight(0), unit),
    barCount: Math.round(at.width / unit / TALL_BARS.pitch),
    treble: TALL_BARS.treble,
    isArch: true,
  }
}

function floorTo(value: number, step: number): number {
  return Math.floor(value / step + 1e-6) * step
}
