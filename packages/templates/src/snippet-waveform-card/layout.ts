import {
  type Box,
  type FontStyle,
  type FrameLayout,
  fitText,
  planFrame,
  type Size,
  type TextLayout,
} from '@songreel/render/kit'

/** A text that has found its place: its box in the frame, and how it is set inside. */
export type PlacedText = { box: Box; layout: TextLayout }

/** Where everything of the card stands. */
export type CardLayout = {
  frame: FrameLayout
  /** All of the picture that can ever be seen: it drifts, so it is larger than what is seen at once. */
  art: Box
  /** Where the picture begins to sink into the ground and where it has gone, in the frame. */
  fade: { axis: 'x' | 'y'; from: number; to: number }
  kicker: PlacedText
  title: PlacedText
  artist: PlacedText
  waveform: Box
  barCount: number
  clock: Box
}

/** What the card says. */
export type CardWords = { title: string; artist: string; customText: string; font: FontStyle }

/** How far the picture reaches beyond the frame on each side, as a part of its width: it drifts without showing its edge. */
const ART_RESERVE = 0.04

/** Sets the type from the safe box's lower edge upwards and gives the rest of the frame to the picture. */
export function planCard(size: Size, words: CardWords): CardLayout {
  const frame = planFrame(size)
  const measures = MEASURES[isSquarish(size) ? 'SQUARE' : frame.shape === 'SQUARE' ? 'PORTRAIT' : frame.shape]
  const { scale } = frame
  const column = findColumn(frame)
  const bottom = column.y + column.height
  const clock = { ...column, y: bottom - scale(measures.clock), height: scale(measures.clock) }
  const waveHeight = scale(measures.wave)
  const waveform = { ...column, y: clock.y - scale(20) - waveHeight, height: waveHeight }
  const text = stackText(frame, column, waveform.y - scale(measures.waveGap), measures, words)
  const fade = findFade(frame, text.top, column)
  return {
    frame,
    art: findArt(size, fade),
    fade,
    ...text.placed,
    waveform,
    barCount: Math.round(column.width / scale(BAR_PITCH)),
    clock,
  }
}

type Measures = {
  titlePx: number
  titleHeight: number
  artistPx: number
  clock: number
  wave: number
  waveGap: number
}

/** In pixels of a frame whose short side is 1080. */
const MEASURES: Record<'TALL' | 'PORTRAIT' | 'SQUARE' | 'WIDE', Measures> = {
  TALL: { titlePx: 208, titleHeight: 480, artistPx: 56, clock: 30, wave: 168, waveGap: 48 },
  PORTRAIT: {
    titlePx: 168,
    titleHeight: 372,
    artistPx: 52,
    clock: 28,
    wave: 136,
    waveGap: 40,
  },
  SQUARE: {
    titlePx: 140,
    titleHeight: 264,
    artistPx: 46,
    clock: 26,
    wave: 112,
    waveGap: 36,
  },
  WIDE: { titlePx: 192, titleHeight: 520, artistPx: 52, clock: 28, wave: 144, waveGap: 48 },
}
const BAR_PITCH = 12.5
const KICKER_PX = 42
const GAP = { kicker: 32, artist: 28 }
/** The column's share of a wide frame's safe box; the picture has the rest. */
const WIDE_COLUMN = 0.5

function isSquarish({ width, height }: Size): boolean {
  return width / height > 0.9 && width / height <= 1.3
}

function findColumn({ shape, safe }: FrameLayout): Box {
  return shape === 'WIDE' ? { ...safe, width: safe.width * WIDE_COLUMN } : safe
}

/** Kicker, title and artist, the lowest line ending at `bottom`, the highest inside of the column. */
function stackText(
  { scale }: FrameLayout,
  column: Box,
  bottom: number,
  measures: Measures,
  { title, artist, customText, font }: CardWords,
) {
  const { width } = column
  const fitTitle = (height: number) => {
    const sizes = { maxSizePx: scale(measures.titlePx), minSizePx: scale(34), maxLines: 3 }
    return fitText(title, { width, height }, { font, role: 'DISPLAY', ...sizes })
  }
  const wished = fitTitle(scale(measures.titleHeight))
  const isRightToLeft = wished.type.direction === 'rtl' && title !== ''
  const fitQuiet = (text: string, maxSizePx: number, least: number, maxLines: number) => {
    const box = { width, height: maxSizePx * 2.5 }
    const align = isRightToLeft ? 'RIGHT' : 'LEFT'
    return fitText(text, box, {
      font,
      role: 'TEXT',
      align,
      maxSizePx,
      minSizePx: maxSizePx * least,
      maxLines,
    })
  }
  const artistLayout = fitQuiet(artist, scale(measures.artistPx), 0.62, 1)
  const kickerLayout = fitQuiet(customText, scale(KICKER_PX), 0.7, 2)
  const stack = createStack(column, bottom)
  const artistText = stack(artistLayout, 0)
  const artistGap = artist === '' ? 0 : scale(GAP.artist)
  const kickerGap = customText === '' ? 0 : scale(GAP.kicker)
  const room = artistText.box.y - column.y - artistGap - kickerGap - kickerLayout.block.bottom
  const titleText = stack(wished.block.bottom > room ? fitTitle(room) : wished, artistGap)
  const kickerText = stack(kickerLayout, kickerGap)
  return {
    placed: { kicker: kickerText, title: titleText, artist: artistText },
    top: kickerText.box.y,
  }
}

/** Puts one text above the other. */
function createStack(column: Box, bottom: number) {
  let edge = bottom
  return (layout: TextLayout, gap: number): PlacedText => {
    const height = layout.block.bottom
    edge -= gap + height
    return { box: { x: column.x, y: edge, width: column.width, height }, layout }
  }
}

/** The picture is whole for most of its way and gone where type begins. */
function findFade({ shape, size, scale }: FrameLayout, textTop: number, column: Box): CardLayout['fade'] {
  if (shape === 'WIDE') {
    return { axis: 'x', from: column.x + column.width + scale(420), to: size.width - size.height }
  }
  // The end of the curve is so faint that type may begin on it.
  return { axis: 'y', from: textTop * 0.52, to: textTop + scale(16) }
}

/** The reserve in pixels. */
export function reserveOf({ width, height }: Size, { axis }: CardLayout['fade']): number {
  return ART_RESERVE * (axis === 'x' ? height : width)
}

function findArt(size: Size, fade: CardLayout['fade']): Box {
  const { width, height } = size
  const reserve = reserveOf(size, fade)
  if (fade.axis === 'x') {
    const side = height + 2 * reserve
    return { x: width - side, y: -reserve, width: side, height: side }
  }
  return { x: -reserve, y: -reserve, width: width + 2 * reserve, height: fade.to + reserve }
}
