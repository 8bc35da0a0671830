import {
  type Box,
  type Croppable,
  type FontStyle,
  type FrameLayout,
  isRightToLeft,
  type Print,
  placePrint,
  planFrame,
  type Size,
} from '@songreel/kit'
import { type CardMeasures, chooseMeasures, GAP, RISE_PX } from './measures.ts'
import { type Align, type CardWords, type ClockPlace, type PlacedText, stackText } from './words.ts'

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
  font: FontStyle
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
  return { frame, align, barCount, font: words.font, ...arranged }
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
  return frame.shape === 'SQUARE' && cover && isPoster(cover) ? arrangeSquare(plan) : arrangeBelow(plan)
}

/** The cover over the frame's width, all type below it. */
function arrangeBelow({ frame, measures, align, words, cover }: Plan): Arranged {
  const { size, shape, safe, scale } = frame
  const foot = findFoot(frame, measures)
  const bottom = shape === 'TALL' ? safe.y + safe.height - scale(RISE_PX) : foot.y - scale(GAP.wave)
  const text = stackText(frame, { column: safe, bottom, measures, align, clock: 'BESIDE' }, words)
  const room = { x: 0, y: 0, width: size.width, height: text.top - scale(GAP.print) }
  const print = cover && placePrint(cover, room, { x: align === 'LEFT' ? 0 : 1, y: 0 })
  // What a low cover leaves free goes to the waveform.
  const free = print ? room.height - print.box.height : 0
  const up = Math.min(free, Math.max(0, scale(measures.mostWave) - foot.height), text.top - safe.y)
  const moved = text.moveUp(up)
  const waveform = growUp(foot, bottom - up + scale(GAP.wave))
  return { ...(print && { print }), ...moved, waveform, clockAlign: align === 'LEFT' ? 'RIGHT' : 'LEFT' }
}

/** How type stands beside a cover: at which end of the frame the cover is, how much it takes at most, and the gap between. */
type Beside = { isCoverFirst: boolean; mostPx: number; gapPx: number; clock: ClockPlace }

/** The cover in an upper corner, all type beside it in one column, the waveform below both. */
function arrangeBeside({ frame, measures, align, words, cover }: Plan, form: Beside): Arranged & TitleSize {
  const { size, safe, scale } = frame
  const { mostPx, gapPx, clock } = form
  const foot = findFoot(frame, measures)
  const isLeft = form.isCoverFirst === (align === 'LEFT')
  const height = foot.y - scale(GAP.wave)
  const room = { x: isLeft ? 0 : size.width - mostPx, y: 0, width: mostPx, height }
  const print = cover && placePrint(cover, room, { x: isLeft ? 0 : 1, y: 0 })
  const taken = print ? print.box.width + gapPx - safe.x : safe.width * (1 - FREE_COLUMN)
  const column = { ...safe, x: isLeft ? safe.x + taken : safe.x, width: safe.width - taken }
  const stack = (bottom: number) => stackText(frame, { column, bottom, measures, align, clock }, words)
  const high = stack(print ? print.box.height : height)
  const deep = stack(height)
  // On the cover's lower edge, unless a low cover would make the title much smaller.
  const low = high.titlePx < WORTH * deep.titlePx ? deep : high
  const waveform = growUp(foot, low.bottom + scale(GAP.wave), scale(measures.mostWave))
  const clockAlign = (clock === 'BELOW') === (align === 'LEFT') ? 'LEFT' : 'RIGHT'
  return { ...(print && { print }), ...low.moveUp(0), waveform, clockAlign, titlePx: low.titlePx }
}

type TitleSize = { titlePx: number }

/** The cover at the frame's end, as reading ends there. */
function arrangeWide(plan: Plan): Arranged {
  const { size, scale } = plan.frame
  return arrangeBeside(plan, {
    ...{ isCoverFirst: false, clock: 'BESIDE' },
    ...{ mostPx: size.width * MOST_WIDE, gapPx: scale(GAP.besideWide) },
  })
}

/** A cover takes so much of a wide frame's width at most, and type over a picture so much of the safe box. */
const MOST_WIDE = 0.53
const FREE_COLUMN = 0.52
/** A title that gets no larger than this on the waveform stays on the edge of the cover. */
const WORTH = 0.9

/** The cover where reading begins, a slim column beside it; below it where the title has words that are too long for that. */
function arrangeSquare(plan: Plan): Arranged {
  const { size, safe, scale } = plan.frame
  const beside = arrangeBeside(plan, {
    ...{ isCoverFirst: true, clock: 'BELOW' },
    ...{ mostPx: size.width - safe.x - scale(GAP.beside + COLUMN), gapPx: scale(GAP.beside) },
  })
  if (beside.titlePx >= scale(LEAST_TITLE)) return beside
  return arrangeBelow({ ...plan, measures: chooseMeasures(plan.frame, true) })
}

/** What type needs beside a cover, and how large a title is there at least, in pixels of a short side of 1080. */
const COLUMN = 316
const LEAST_TITLE = 84

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
