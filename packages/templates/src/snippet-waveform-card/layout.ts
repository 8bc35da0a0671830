import {
  type Box,
  type FontStyle,
  type FrameLayout,
  fitText,
  isRightToLeft,
  placeInside,
  planFrame,
  type Size,
  type TextLayout,
} from '@songreel/kit'

/** A text that has found its place: its box in the frame, and how it is set inside. */
export type PlacedText = { box: Box; layout: TextLayout }

/** Where everything of the card stands. */
export type CardLayout = {
  frame: FrameLayout
  /** All of the picture that can ever be seen: it drifts, so it is larger than what is seen at once. */
  art: Box
  /** Where the whole cover stands instead, where a crop would cut its subject. */
  print?: Box
  /** Where the picture begins to sink into the ground and where it has gone, in the frame. */
  fade: Fade
  kicker: PlacedText
  title: PlacedText
  artist: PlacedText
  waveform: Box
  /** A tall frame ends in a quiet echo of the sound, below where type and signs may stand. */
  echo?: Box
  barCount: number
  clock: Box
  /** The side on which the title's script begins: all texts stand there. */
  align: Align
}

type Fade = { axis: 'x' | 'y'; from: number; to: number }
type Align = 'LEFT' | 'RIGHT'

/** What the card says. */
export type CardWords = { title: string; artist: string; customText: string; font: FontStyle }

/** How far the picture reaches beyond the frame on each side, as a part of its width: it drifts without showing its edge. */
const ART_RESERVE = 0.04

/**
 * Sets the type from the safe box's lower edge upwards and gives the rest of the frame to the picture; with the ratio of a cover
 * that must be whole, to a print of it.
 */
export function planCard(size: Size, words: CardWords, wholeRatio?: number): CardLayout {
  const frame = planFrame(size)
  const measures = MEASURES[isSquarish(size) ? 'SQUARE' : frame.shape === 'SQUARE' ? 'PORTRAIT' : frame.shape]
  const { scale } = frame
  const align = isRightToLeft(words.title) ? 'RIGHT' : 'LEFT'
  const column = findColumn(frame, align, wholeRatio ? PRINT_COLUMN : WIDE_COLUMN)
  const foot = planFoot(frame, column, measures)
  const text = stackText(frame, { column, bottom: foot.top, measures, align }, words)
  const fade = findFade(frame, text.top, column)
  const print = wholeRatio && placePrint(frame, { column, textTop: text.top, align, ratio: wholeRatio })
  return {
    frame,
    art: findArt(size, fade),
    fade,
    ...(print && print.height > scale(LEAST_PRINT) && { print }),
    ...text.placed,
    waveform: foot.waveform,
    ...(frame.shape === 'TALL' && { echo: planEcho(frame) }),
    barCount: Math.round(foot.waveform.width / scale(BAR_PITCH)),
    clock: foot.clock,
    align,
  }
}

type Measures = {
  titlePx: number
  titleHeight: number
  artistPx: number
  kickerPx: number
  clock: number
  wave: number
  waveGap: number
}

/** In pixels of a frame whose short side is 1080. */
const MEASURES: Record<'TALL' | 'PORTRAIT' | 'SQUARE' | 'WIDE', Measures> = {
  TALL: { titlePx: 150, titleHeight: 300, artistPx: 52, kickerPx: 76, clock: 30, wave: 132, waveGap: 34 },
  PORTRAIT: {
    titlePx: 156,
    titleHeight: 320,
    artistPx: 50,
    kickerPx: 72,
    clock: 28,
    wave: 128,
    waveGap: 40,
  },
  SQUARE: { titlePx: 104, titleHeight: 200, artistPx: 40, kickerPx: 58, clock: 26, wave: 84, waveGap: 24 },
  WIDE: { titlePx: 192, titleHeight: 520, artistPx: 52, kickerPx: 80, clock: 28, wave: 144, waveGap: 48 },
}
const BAR_PITCH = 12.5
const GAP = { kicker: 20, artist: 24, clock: 18 }
/** What a tall frame has below its safe box: so far from it stands an echo of the waveform, and so high it is. */
const ECHO = { gap: 96, height: 250 }
/** The column's share of a wide frame's safe box; the picture has the rest. */
const WIDE_COLUMN = 0.48
/** Beside a print less. */
const PRINT_COLUMN = 0.42
const PRINT_GAP = { beside: 72, above: 44 }
/** Where a long title leaves less than this, the picture sinks all the same. */
const LEAST_PRINT = 300
/** Above a print in a tall frame is so much of the height: no type stands there. */
const PRINT_TOP = 0.06

function isSquarish({ width, height }: Size): boolean {
  return width / height > 0.9 && width / height <= 1.3
}

/** Beside a wide frame's picture; elsewhere all of the safe box. A right-to-left title mirrors the wide card. */
function findColumn({ shape, safe }: FrameLayout, align: Align, share: number): Box {
  if (shape !== 'WIDE') return safe
  const width = safe.width * share
  return { ...safe, x: align === 'RIGHT' ? safe.x + safe.width - width : safe.x, width }
}

type PrintWish = { column: Box; textTop: number; align: Align; ratio: number }

/** As large as the room that type leaves, on the type's edge; in a wide frame at the other end. */
function placePrint(
  { size, shape, safe, scale }: FrameLayout,
  { column, textTop, align, ratio }: PrintWish,
): Box {
  const isStart = align === 'LEFT'
  if (shape === 'WIDE') {
    const taken = column.width + scale(PRINT_GAP.beside)
    const room = { ...safe, x: isStart ? safe.x + taken : safe.x, width: safe.width - taken }
    return placeInside(room, ratio, isStart ? 1 : 0, 0.5)
  }
  const top = shape === 'TALL' ? PRINT_TOP * size.height : safe.y
  const side = shape === 'TALL' ? safe.x : 0
  const room = shape === 'TALL' ? { x: side, width: size.width - 2 * side } : { x: safe.x, width: safe.width }
  const height = textTop - scale(PRINT_GAP.above) - top
  return placeInside({ ...room, y: top, height }, ratio, isStart ? 0 : 1, 1)
}

/** Over a picture, in pixels of a short side of 1080: the card with the cover above the type, the gap, and the least of it. */
const CARD = { side: 210, gap: 36, least: 90 }

/** The cover as a small card above the type, where a film or a photograph has the frame; none where a title takes all of it. */
export function placeCard({ frame: { safe, scale }, kicker, align }: CardLayout): Box | undefined {
  const { box } = kicker
  const side = Math.min(scale(CARD.side), box.y - scale(CARD.gap) - safe.y)
  if (side < scale(CARD.least)) return undefined
  const x = align === 'RIGHT' ? box.x + box.width - side : box.x
  return { x, y: box.y - scale(CARD.gap) - side, width: side, height: side }
}

/** The part of the frame that type and card leave to a picture, in fractions of it. */
export function findFree(layout: CardLayout, card: Box | undefined): Box {
  const { frame, kicker, align } = layout
  const { size, shape } = frame
  const top = (card ?? kicker.box).y / size.height
  if (shape !== 'WIDE') return { x: 0, y: 0, width: 1, height: top }
  const { x, width } = kicker.box
  return align === 'RIGHT'
    ? { x: 0, y: 0, width: x / size.width, height: 1 }
    : { x: (x + width) / size.width, y: 0, width: 1 - (x + width) / size.width, height: 1 }
}

/** What stands below the texts, and where they end. */
type Foot = { waveform: Box; clock: Box; top: number }

/** The clock on the safe box's lower edge, and above it the waveform. */
function planFoot({ scale }: FrameLayout, column: Box, { clock, wave, waveGap }: Measures): Foot {
  const bottom = column.y + column.height
  const clockBox = { ...column, y: bottom - scale(clock), height: scale(clock) }
  const waveform = { ...column, y: clockBox.y - scale(GAP.clock + wave), height: scale(wave) }
  return { waveform, clock: clockBox, top: waveform.y - scale(waveGap) }
}

function planEcho({ size, safe, scale }: FrameLayout): Box {
  const y = safe.y + safe.height + scale(ECHO.gap)
  return { x: 0, y, width: size.width, height: Math.min(scale(ECHO.height), size.height - y) }
}

type TextPlan = { column: Box; bottom: number; measures: Measures; align: Align }

/** Kicker, title and artist, the lowest line ending at `bottom`, the highest inside of the column. */
function stackText({ scale }: FrameLayout, plan: TextPlan, { title, artist, customText, font }: CardWords) {
  const { column, bottom, measures, align } = plan
  const { width } = column
  const fitTitle = (height: number) => {
    const sizes = { maxSizePx: scale(measures.titlePx), minSizePx: scale(34), maxLines: 3 }
    return fitText(title, { width, height }, { font, role: 'DISPLAY', align, ...sizes })
  }
  const wished = fitTitle(scale(measures.titleHeight))
  const fitQuiet = (text: string, maxSizePx: number, least: number, maxLines: number) => {
    const box = { width, height: maxSizePx * 2.5 }
    const sizes = { maxSizePx, minSizePx: maxSizePx * least, maxLines }
    return fitText(text, box, { font, role: 'TEXT', align, ...sizes })
  }
  const artistLayout = fitQuiet(artist, scale(measures.artistPx), 0.62, 1)
  const kickerLayout = fitQuiet(customText, scale(measures.kickerPx), 0.38, 2)
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

/** The picture begins to sink in the lowest part of it: what matters in it is seen as it is. */
const FADE_FROM = 0.83
const WIDE_FADE_PX = 330

/** The picture is whole for most of its way and gone where type begins. */
function findFade({ shape, size, scale }: FrameLayout, textTop: number, column: Box): Fade {
  if (shape === 'WIDE') return findWideFade(size, column, scale(WIDE_FADE_PX))
  // The end of the curve is so faint that type may begin on it.
  const wished = textTop + scale(16)
  const whole = size.width * (1 - ART_RESERVE)
  // A square cover is shown whole where that takes no more than a little of the room below it.
  const to = wished > whole && wished < 1.2 * whole ? whole : wished
  return { axis: 'y', from: to * FADE_FROM, to }
}

function findWideFade({ width, height }: Size, column: Box, length: number): Fade {
  const isMirrored = column.x > width / 2 - column.width / 2
  if (isMirrored) return { axis: 'x', from: column.x - length, to: height }
  return { axis: 'x', from: column.x + column.width + length, to: width - height }
}

/** The reserve in pixels. */
export function planReserve({ width, height }: Size, { axis }: Fade): number {
  return ART_RESERVE * (axis === 'x' ? height : width)
}

function findArt(size: Size, fade: Fade): Box {
  const { width, height } = size
  const reserve = planReserve(size, fade)
  if (fade.axis === 'x') {
    const side = height + 2 * reserve
    return { x: fade.from < fade.to ? 0 : width - side, y: -reserve, width: side, height: side }
  }
  return { x: 0, y: -reserve, width, height: fade.to + reserve }
}
