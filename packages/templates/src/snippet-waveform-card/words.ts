import { type Box, type FontStyle, type FrameLayout, fitText, type TextLayout } from '@songreel/kit'
import { type CardMeasures, GAP } from './measures.ts'

/** A text that has found its place: its box in the frame, and how it is set inside. */
export type PlacedText = { box: Box; layout: TextLayout }

/** The side on which a script begins. */
export type Align = 'LEFT' | 'RIGHT'

/** What the card says. */
export type CardWords = { title: string; artist: string; customText: string; font: FontStyle }

type TextPlan = { column: Box; bottom: number; measures: CardMeasures; align: Align }
type Placed = { kicker: PlacedText; title: PlacedText; artist: PlacedText; clock: Box }

/** The texts from an edge upwards: where they begin and end, whether the title has its wished size, and all of them moved up. */
export type TextStack = { top: number; bottom: number; isWhole: boolean; moveUp(px: number): Placed }

/** Kicker, title and artist, the lowest line ending at `bottom`, the highest inside of the column; or the title alone. */
export function stackText(
  { scale }: FrameLayout,
  { column, bottom, measures, align }: TextPlan,
  { title, artist, customText, font }: CardWords,
  only?: 'TITLE',
): TextStack {
  const { width } = column
  const time = measureClock(scale(measures.clockPx))
  const quiet = only ? { artist: '', kicker: '' } : { artist, kicker: customText }
  const taken = time.width + scale(GAP.beside)
  const artistLayout = fitText(
    quiet.artist,
    { width: width - taken, height: scale(measures.artistPx) * 1.7 },
    { font, role: 'TEXT', align, maxLines: 1, ...findSizes(scale(measures.artistPx), 0.68) },
  )
  const kicker = fitText(
    quiet.kicker,
    { width, height: scale(measures.kickerPx) * 2.4 },
    { font, role: 'TEXT', align, maxLines: 2, ...findSizes(scale(measures.kickerPx), 0.49) },
  )
  const row = only ? 0 : Math.max(artistLayout.block.bottom, time.height)
  const artistGap = only ? 0 : scale(GAP.artist)
  const kickerGap = quiet.kicker === '' ? 0 : scale(GAP.kicker)
  const room = bottom - row - artistGap - kicker.block.bottom - kickerGap - column.y
  const wished = scale(measures.titleHeight)
  const sizes = { maxSizePx: scale(measures.titlePx), minSizePx: scale(34), maxLines: 3 }
  const titleLayout = fitText(
    title,
    { width, height: Math.min(wished, room) },
    { font, role: 'DISPLAY', align, ...sizes },
  )
  const titleY = bottom - row - artistGap - titleLayout.block.bottom
  const top = titleY - kickerGap - kicker.block.bottom
  const place = (layout: TextLayout, y: number, beside = 0) => ({
    box: {
      x: align === 'LEFT' ? column.x : column.x + beside,
      y,
      width: width - beside,
      height: layout.block.bottom,
    },
    layout,
  })
  const clockX = align === 'LEFT' ? column.x + width - time.width : column.x
  return {
    top,
    bottom,
    isWhole: room >= wished,
    moveUp: (px) => ({
      kicker: place(kicker, top - px),
      title: place(titleLayout, titleY - px),
      artist: place(artistLayout, bottom - artistLayout.block.bottom - px, taken),
      clock: { x: clockX, y: bottom - time.height - px, ...time },
    }),
  }
}

type BesidePlan = Pick<TextPlan, 'column' | 'measures' | 'align'>

/** The kicker on the column's upper edge, artist and time on its lower one. */
export function stackBeside(
  { scale }: FrameLayout,
  { column, measures, align }: BesidePlan,
  { artist, customText, font }: CardWords,
): Pick<Placed, 'kicker' | 'artist' | 'clock'> {
  const { x, y, width, height } = column
  const time = measureClock(scale(measures.clockPx))
  const set = (text: string, sizePx: number, most: number) =>
    fitText(
      text,
      { width, height: most },
      { font, role: 'TEXT', align, maxLines: 3, ...findSizes(sizePx, 0.65) },
    )
  const clock = { ...column, y: y + height - time.height, height: time.height }
  const name = set(artist, scale(measures.artistPx), 0.45 * height)
  const nameY = clock.y - scale(GAP.artist) - name.block.bottom
  const kicker = set(customText, scale(measures.kickerPx), Math.max(scale(40), nameY - y - scale(GAP.print)))
  return {
    kicker: { box: { x, y, width, height: kicker.block.bottom }, layout: kicker },
    artist: { box: { x, y: nameY, width, height: name.block.bottom }, layout: name },
    clock,
  }
}

function findSizes(maxSizePx: number, least: number) {
  return { maxSizePx, minSizePx: maxSizePx * least }
}

/** Room for 0:00 / 0:00 in letters of one width. */
function measureClock(sizePx: number) {
  return { width: 7.3 * sizePx, height: sizePx }
}
