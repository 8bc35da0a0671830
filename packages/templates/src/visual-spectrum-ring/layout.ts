import {
  type ColumnText,
  type FontStyle,
  fitColumn,
  isRightToLeft,
  type PlacedText,
  planFrame,
  type RingCircle,
  type Size,
} from '@songreel/kit'

/** Where the disc, its ring and the type stand. */
export type Layout = {
  /** The cover's circle. */
  disc: RingCircle
  /** The circle that the bars stand on. */
  foot: RingCircle
  /** The length of the longest bar. */
  barLength: number
  texts: PlacedText[]
  /** Length of one pixel of a 1080-pixel short side. */
  unit: number
  align: 'LEFT' | 'RIGHT'
}

/** What there is to say; each may be empty. */
export type Words = { label: string; title: string; artist: string }

/** Who chooses: the caller's font, and the side that the disc leans to, -1 or 1. */
export type LayoutWish = { font: FontStyle; side: number }

/** The disc grows by this much at the loudest bass, and the bars' foot with it. */
export const DISC_SWELL = 0.07
/** Of the whole ring's radius: the disc, and the air between it and the bars. */
const DISC_SHARE = 0.7
const AIR_SHARE = 0.03
/** Between the longest bar of the swollen ring and the frame's edge. */
const EDGE_PX = 20
const GAP_PX = 40
const LABEL_GAP_PX = 22

/** Tall frames have their type above the disc, wide ones beside it, others below it. */
export function planLayout(size: Size, words: Words, { font, side }: LayoutWish): Layout {
  const { shape, safe, scale } = planFrame(size)
  const align = isRightToLeft(words.title || words.artist) ? 'RIGHT' : 'LEFT'
  const unit = scale(1)
  const gap = scale(GAP_PX)
  const edge = scale(EDGE_PX)
  const fit = (widthPx: number, titlePx: number, lines: number) =>
    fitColumn(listTexts(words, { font, align, unit, titlePx, lines }), widthPx)
  if (shape === 'WIDE') {
    const reach = Math.min(size.height / 2 - edge, 0.27 * size.width)
    const isDiscLeft = (align === 'RIGHT' ? 1 : -1) * side > 0
    const x = isDiscLeft ? edge + reach : size.width - edge - reach
    const left = isDiscLeft ? x + reach + gap : safe.x
    const width = (isDiscLeft ? safe.x + safe.width : x - reach - gap) - left
    const column = fit(width, Math.min(260, (0.3 * width) / unit), 3)
    const y = safe.y + safe.height - column.heightPx
    return { ...planDisc(x, size.height / 2, reach), texts: column.place(left, y), unit, align }
  }
  if (shape === 'TALL') {
    const column = fit(safe.width, 250, 2)
    const top = safe.y + column.heightPx + (column.heightPx > 0 ? gap : 0)
    const bottom = size.height - edge
    const reach = Math.min(size.width / 2 - edge, (bottom - top) / 2)
    const x = size.width / 2 + side * (size.width / 2 - edge - reach)
    return { ...planDisc(x, mid(top, bottom), reach), texts: column.place(safe.x, safe.y), unit, align }
  }
  if (size.width / size.height > 0.9) return planSquare(size, words, { font, align })
  const column = fit(safe.width, 210, 2)
  const y = safe.y + safe.height - column.heightPx
  const bottom = y - (column.heightPx > 0 ? gap * 0.6 : 0)
  const reach = Math.min(size.width / 2 - edge, (bottom - edge) / 2)
  return { ...planDisc(size.width / 2, bottom - reach, reach), texts: column.place(safe.x, y), unit, align }
}

/** Of a square frame's width: the widest ring, and the label in the corner that it leaves above the title. */
const SQUARE_RING = 0.69
const SQUARE_LABEL = 0.27

/** The ring in one corner, the names in the opposite one: a diagonal, where a ring in the middle would leave both sides empty. */
function planSquare(
  size: Size,
  { label, title, artist }: Words,
  { font, align }: Pick<TypeWish, 'font' | 'align'>,
): Layout {
  const { safe, scale } = planFrame(size)
  const [unit, edge, gap] = [scale(1), scale(EDGE_PX), scale(GAP_PX)]
  const wish = { font, align, unit, titlePx: 150, lines: 2, titleHeight: 123, artistPx: 58 }
  const names = fitColumn(listTexts({ label: '', title, artist }, wish), safe.width)
  const width = SQUARE_LABEL * size.width
  const corner = fitColumn(listTexts({ label, title: '', artist: '' }, { ...wish, labelLines: 4 }), width)
  const y = safe.y + safe.height - names.heightPx
  const bottom = y - (names.heightPx > 0 ? gap * 0.6 : 0)
  const reach = Math.min((SQUARE_RING * size.width) / 2, (bottom - edge) / 2)
  const isLeft = align === 'RIGHT'
  // Beside the ring's round and not below it, so the ring is as large with a label as without one.
  const labelY = y - scale(LABEL_GAP_PX) - corner.heightPx
  const texts = [
    ...corner.place(isLeft ? safe.x + safe.width - width : safe.x, labelY).slice(0, 1),
    ...names.place(safe.x, y).slice(1),
  ]
  return {
    ...planDisc(isLeft ? edge + reach : size.width - edge - reach, edge + reach, reach),
    texts,
    unit,
    align,
  }
}

function mid(a: number, b: number): number {
  return (a + b) / 2
}

function planDisc(x: number, y: number, reach: number): Pick<Layout, 'disc' | 'foot' | 'barLength'> {
  const radius = DISC_SHARE * reach
  const foot = radius + AIR_SHARE * reach
  return { disc: { x, y, radius }, foot: { x, y, radius: foot }, barLength: reach - foot * (1 + DISC_SWELL) }
}

type TypeWish = {
  font: FontStyle
  align: 'LEFT' | 'RIGHT'
  unit: number
  titlePx: number
  lines: number
  labelLines?: number
  artistPx?: number
  /** How high the title may be, in pixels of the design; else as high as its lines are. */
  titleHeight?: number
}

/** A label in spaced capitals, the title in capitals as large as they go, the artist below. */
function listTexts(
  { label, title, artist }: Words,
  {
    font,
    align,
    unit,
    titlePx,
    lines,
    labelLines = 2,
    artistPx = 72,
    titleHeight = 0.82 * titlePx * lines,
  }: TypeWish,
): ColumnText[] {
  const narrow = font === 'CONDENSED' ? 1 : 0.72
  const common = { font, align } as const
  const text = { ...common, role: 'TEXT', minSizePx: 24 * unit } as const
  const isShort = label.length <= LONGEST_CAPITALS
  return [
    {
      text: label,
      style: {
        ...text,
        maxSizePx: 48 * unit,
        maxLines: labelLines,
        ...(isShort && { uppercase: true, tracking: 0.1 }),
      },
      maxHeightPx: 96 * unit,
      gapPx: 0,
    },
    {
      text: title,
      style: {
        ...common,
        role: 'DISPLAY',
        uppercase: true,
        maxSizePx: titlePx * narrow * unit,
        minSizePx: 40 * unit,
        lineHeight: 0.84,
        maxLines: lines,
      },
      maxHeightPx: titleHeight * unit,
      gapPx: LABEL_GAP_PX * unit,
    },
    {
      text: artist,
      style: { ...text, maxSizePx: artistPx * unit, maxLines: 1 },
      maxHeightPx: 96 * unit,
      gapPx: 26 * unit,
    },
  ]
}

const LONGEST_CAPITALS = 28
