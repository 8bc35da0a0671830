import { type Box, type FontStyle, type FrameLayout, fitText, type TextLayout } from '@songreel/kit'
import { measureClock } from './figures.ts'
import { type CardMeasures, GAP } from './measures.ts'

/** A text that has found its place: its box in the frame, and how it is set inside. */
export type PlacedText = { box: Box; layout: TextLayout }

/** The side on which a script begins. */
export type Align = 'LEFT' | 'RIGHT'

/** What the card says. */
export type CardWords = { title: string; artist: string; customText: string; font: FontStyle }

/** Where the time stands: on the artist's line, at its other end, or below it. */
export type ClockPlace = 'BESIDE' | 'BELOW'

type TextPlan = { column: Box; bottom: number; measures: CardMeasures; align: Align; clock: ClockPlace }
type Placed = { kicker: PlacedText; title: PlacedText; artist: PlacedText; clock: Box }

/** The texts from an edge upwards: where they begin and end, the title's size, and all of them moved up. */
export type TextStack = {
  top: number
  bottom: number
  titlePx: number
  moveUp(px: number): Placed
}

/** Kicker, title, artist and time in this order, the lowest line ending at `bottom`, the highest inside of the column. */
export function stackText({ scale }: FrameLayout, plan: TextPlan, words: CardWords): TextStack {
  const { column, bottom, measures, align } = plan
  const { width } = column
  const foot = setFoot(plan, words, scale)
  const kicker = fitText(
    words.customText,
    { width, height: scale(measures.kickerPx) * 2.4 },
    { font: words.font, role: 'TEXT', align, maxLines: 2, ...findSizes(scale(measures.kickerPx), 0.49) },
  )
  const artistGap = scale(GAP.artist)
  const kickerGap = words.customText === '' ? 0 : scale(GAP.kicker)
  const room = bottom - foot.height - artistGap - kicker.block.bottom - kickerGap - column.y
  const wished = scale(measures.titleHeight)
  const maxLines = plan.clock === 'BELOW' ? 4 : 3
  const sizes = { maxSizePx: scale(measures.titlePx), minSizePx: scale(34), maxLines }
  const title = fitText(
    words.title,
    { width, height: Math.min(wished, room) },
    { font: words.font, role: 'DISPLAY', align, ...sizes },
  )
  const titleY = bottom - foot.height - artistGap - title.block.bottom
  const top = titleY - kickerGap - kicker.block.bottom
  const place = (layout: TextLayout, y: number) => ({
    box: { x: column.x, y, width, height: layout.block.bottom },
    layout,
  })
  return {
    top,
    bottom,
    titlePx: title.sizePx,
    moveUp: (px) => ({
      kicker: place(kicker, top - px),
      title: place(title, titleY - px),
      ...foot.place(bottom - px),
    }),
  }
}

type Foot = { height: number; place(bottom: number): Pick<Placed, 'artist' | 'clock'> }

/** Artist and time: on one line, or below each other in a column that is too slim for that. */
function setFoot({ column, measures, align, clock }: TextPlan, words: CardWords, scale: Scale): Foot {
  const isBeside = clock === 'BESIDE'
  const wish = measureClock(scale(measures.clockPx), words.font)
  const fit = Math.min(1, column.width / wish.width)
  const time = { width: fit * wish.width, height: fit * wish.height }
  const taken = isBeside ? time.width + scale(GAP.beside) : 0
  const width = column.width - taken
  const artistPx = scale(measures.artistPx)
  const layout = fitText(
    words.artist,
    { width, height: artistPx * (isBeside ? 1.7 : 2.5) },
    { font: words.font, role: 'TEXT', align, maxLines: isBeside ? 1 : 2, ...findSizes(artistPx, 0.68) },
  )
  const { bottom: high } = layout.block
  const gap = scale(GAP.clock)
  const isStart = align === 'LEFT'
  // On one line they share their baseline, whatever hangs below it.
  const hanging = isBeside ? high - (layout.lines[0]?.baseline ?? high) : 0
  return {
    height: isBeside ? Math.max(high, hanging + time.height) : high + gap + time.height,
    place: (bottom) => ({
      artist: {
        box: {
          x: column.x + (isStart ? 0 : taken),
          y: bottom - high - (isBeside ? 0 : gap + time.height),
          width,
          height: high,
        },
        layout,
      },
      clock: {
        x: column.x + (isStart === isBeside ? column.width - time.width : 0),
        y: bottom - hanging - time.height,
        ...time,
      },
    }),
  }
}

type Scale = FrameLayout['scale']

function findSizes(maxSizePx: number, least: number) {
  return { maxSizePx, minSizePx: maxSizePx * least }
}
