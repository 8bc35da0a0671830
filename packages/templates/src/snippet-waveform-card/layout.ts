import {
  type Box,
  type Croppable,
  type FrameLayout,
  isRightToLeft,
  type Print,
  placePrint,
  planFrame,
  type Size,
} from '@songreel/kit'
import { type CardMeasures, chooseMeasures, GAP, RISE_PX } from './measures.ts'
import { type Align, type CardWords, type PlacedText, stackBeside, stackText } from './words.ts'

/** Where everything of the card stands. */
export type CardLayout = {
  frame: FrameLayout
  /** The cover in its corner; none where a film or a photograph has the frame. */
  print?: Print
  kicker: PlacedText
  title: PlacedText
  artist: PlacedText
  waveform: Box
  barCount: number
  /** The time stands at its lower edge, at one end. */
  clock: Box
  clockAlign: Align
  /** The side on which the title's script begins: all texts stand there. */
  align: Align
}

type Plan = {
  frame: FrameLayout
  measures: CardMeasures
  align: Align
  words: CardWords
  cover: Croppable | undefined
}
type Arranged = Pick<
  CardLayout,
  'print' | 'kicker' | 'title' | 'artist' | 'waveform' | 'clock' | 'clockAlign'
>

/**
 * The cover lies flush in an upper corner, the type stands on its edges, and the waveform takes all that is left below. Without a
 * cover the type stands alone.
 */
export function planCard(size: Size, words: CardWords, cover?: Croppable): CardLayout {
  const frame = planFrame(size)
  const align = isRightToLeft(words.title) ? 'RIGHT' : 'LEFT'
  const measures = chooseMeasures(frame, !cover || !isPoster(cover))
  const plan = { frame, measures, align, words, cover } as const
  const arranged = arrange(plan)
  const barCount = Math.round(arranged.waveform.width / frame.scale(BAR_PITCH))
  return { frame, align, barCount, ...arranged }
}

const BAR_PITCH = 20
/** A cover up to this width, in heights, leaves room for type beside it in a square frame. */
const POSTER_RATIO = 1.25

function isPoster({ width, height }: Croppable): boolean {
  return width / height <= POSTER_RATIO
}

function arrange(plan: Plan): Arranged {
  const { frame, cover } = plan
  if (frame.shape === 'WIDE') return arrangeWide(plan)
  return frame.shape === 'SQUARE' && cover && isPoster(cover)
    ? arrangeBeside(plan, cover)
    : arrangeBelow(plan)
}

/** The cover over the frame's width, all type below it. */
function arrangeBelow({ frame, measures, align, words, cover }: Plan): Arranged {
  const { size, shape, safe, scale } = frame
  const foot = findFoot(frame, measures)
  const bottom = shape === 'TALL' ? safe.y + safe.height - scale(RISE_PX) : foot.y - scale(GAP.wave)
  const text = stackText(frame, { column: safe, bottom, measures, align }, words)
  const room = { x: 0, y: 0, width: size.width, height: text.top - scale(GAP.print) }
  const print = cover && placePrint(cover, room, { x: align === 'LEFT' ? 0 : 1, y: 0 })
  // What a low cover leaves free goes to the waveform.
  const free = print ? room.height - print.box.height : 0
  const up = Math.min(free, Math.max(0, scale(measures.mostWave) - foot.height), text.top - safe.y)
  const moved = text.moveUp(up)
  const waveform = growUp(foot, bottom - up + scale(GAP.wave))
  return { ...(print && { print }), ...moved, waveform, clockAlign: align === 'LEFT' ? 'RIGHT' : 'LEFT' }
}

/** The cover in the upper corner at the frame's end, all type beside it, the waveform below both. */
function arrangeWide({ frame, measures, align, words, cover }: Plan): Arranged {
  const { size, safe, scale } = frame
  const foot = findFoot(frame, measures)
  const isStart = align === 'LEFT'
  const height = foot.y - scale(GAP.wave)
  const width = size.width * MOST_WIDE
  const room = { x: isStart ? size.width - width : 0, y: 0, width, height }
  const print = cover && placePrint(cover, room, { x: isStart ? 1 : 0, y: 0 })
  const taken = print ? print.box.width + scale(GAP.besideWide) - safe.x : safe.width * (1 - FREE_COLUMN)
  const column = { ...safe, x: isStart ? safe.x : safe.x + taken, width: safe.width - taken }
  const stack = (bottom: number) => stackText(frame, { column, bottom, measures, align }, words)
  const high = stack(print ? print.box.height : height)
  const low = print && print.box.height < height && !high.isWhole ? stack(height) : high
  const waveform = growUp(foot, low.bottom + scale(GAP.wave), scale(measures.mostWave))
  return { ...(print && { print }), ...low.moveUp(0), waveform, clockAlign: isStart ? 'RIGHT' : 'LEFT' }
}

/** A cover takes so much of a wide frame's width at most, and type over a picture so much of the safe box. */
const MOST_WIDE = 0.53
const FREE_COLUMN = 0.52

/** The cover in the upper corner where reading begins, kicker and artist beside it, the title below both. */
function arrangeBeside({ frame, measures, align, words }: Plan, cover: Croppable): Arranged {
  const { size, safe, scale } = frame
  const foot = findFoot(frame, measures)
  const stack = (bottom: number) =>
    stackText(frame, { column: safe, bottom, measures, align }, words, 'TITLE')
  const text = stack(foot.y - scale(GAP.wave))
  const width = size.width - safe.x - scale(GAP.beside + LEAST_COLUMN)
  const isStart = align === 'LEFT'
  const room = { x: isStart ? 0 : size.width - width, y: 0, width, height: text.top - scale(GAP.print) }
  const print = placePrint(cover, room, { x: align === 'LEFT' ? 0 : 1, y: 0 })
  const free = room.height - print.box.height
  const up = Math.min(free, Math.max(0, scale(measures.mostWave) - foot.height))
  const waveform = growUp(foot, foot.y - up)
  const taken = print.box.width + scale(GAP.beside) - safe.x
  const column = {
    x: isStart ? safe.x + taken : safe.x,
    y: safe.y,
    width: safe.width - taken,
    height: print.box.height - safe.y,
  }
  return {
    print,
    ...text.moveUp(up),
    ...stackBeside(frame, { column, measures, align }, words),
    waveform,
    clockAlign: align,
  }
}

/** What kicker and artist need beside a cover, in pixels of a short side of 1080. */
const LEAST_COLUMN = 284

/** The least waveform: on the safe box's lower edge; below it in a tall frame, where captions may lie over it. */
function findFoot({ size, shape, safe, scale }: FrameLayout, { wave }: CardMeasures): Box {
  const bottom = shape === 'TALL' ? size.height * TALL_FOOT : safe.y + safe.height
  return { x: safe.x, y: bottom - scale(wave), width: size.width - 2 * safe.x, height: scale(wave) }
}

const TALL_FOOT = 0.945

function growUp(foot: Box, top: number, most = Number.POSITIVE_INFINITY): Box {
  const bottom = foot.y + foot.height
  const height = Math.min(most, bottom - top)
  return { ...foot, y: bottom - height, height }
}

/** Over a picture, in pixels of a short side of 1080: the card with the cover above the type, the gap, and the least of it. */
const CARD = { side: 240, gap: 36, least: 90 }

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
