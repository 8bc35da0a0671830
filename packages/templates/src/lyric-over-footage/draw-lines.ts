import {
  clamp01,
  cubicOut,
  drawWord,
  ease,
  expoOut,
  type Frame,
  type Layer,
  paint,
  placeWords,
  sprite,
  type TextLayout,
} from '@songreel/kit'
import type { Layout } from './layout.ts'
import type { ShownLine } from './lines.ts'

/** What lines are drawn with. */
export type LineScene = { layout: Layout; unit: number; colour: string }

const COME_SECS = 0.28
const LEAST_COME_SECS = 0.1
const LEAVE_SECS = 0.16
/** A line rises into its place by so much of its size. */
const RISE = 0.14
/** How much is there of a word that waits to be sung. */
const WAITING = 0.36
const LIGHT_SECS = 0.24
/** Capitals and descenders, in parts of the type's size. */
const RISES = { capital: 0.74, descender: 0.22 }

/** How much of a line is there, 0 to 1: all of it when it is sung. One that begins before the video is there at once. */
function presenceOf({ line, showSecs, hideSecs }: ShownLine): (frame: Frame) => number {
  const comeSecs = Math.min(COME_SECS, Math.max(LEAST_COME_SECS, line.startSecs - showSecs))
  return ({ secs }) =>
    secs < showSecs - 0.001 || secs >= hideSecs - 0.001
      ? 0
      : (showSecs <= 0 ? 1 : ease(secs, showSecs, comeSecs, cubicOut)) *
        clamp01((hideSecs - secs) / LEAVE_SECS)
}

/** Lines share the baseline that they begin with, or at the frame's foot the one that they end with: none jumps for its letters. */
export function placeLine(
  { room, anchor }: Pick<Layout, 'room' | 'anchor'>,
  { lines, sizePx }: TextLayout,
): { x: number; y: number } {
  if (anchor === 'TOP') return { x: room.x, y: room.y + RISES.capital * sizePx - (lines[0]?.baseline ?? 0) }
  const foot = room.y + room.height - RISES.descender * sizePx
  return { x: room.x, y: foot - (lines.at(-1)?.baseline ?? 0) }
}

/** The words of a line, each of which lights up as it is sung. */
export function drawLine(shown: ShownLine, { layout, unit, colour }: LineScene): Layer[] {
  const { line, text, showSecs } = shown
  const { sizePx } = text
  const at = placeLine(layout, text)
  const presence = presenceOf(shown)
  const rise = ({ secs }: Frame) =>
    showSecs <= 0 ? 0 : Math.round(RISE * sizePx * unit * (1 - ease(secs, showSecs, 2 * COME_SECS, expoOut)))
  return placeWords(text, line).map((word) => {
    const place = {
      x: at.x + word.left,
      y: at.y + word.baseline - sizePx,
      width: Math.max(1, word.right - word.left),
      height: 1.3 * sizePx,
    }
    const painting = paint(
      place,
      (ctx) => drawWord(ctx, text, word, { x: -word.left, y: sizePx - word.baseline, fill: colour }),
      { unit, bleed: 0.4 * sizePx },
    )
    const lit = ({ secs }: Frame) =>
      line.words ? WAITING + (1 - WAITING) * ease(secs, word.startSecs, LIGHT_SECS, cubicOut) : 1
    return sprite(painting, { y: rise, opacity: (frame) => presence(frame) * lit(frame) })
  })
}
