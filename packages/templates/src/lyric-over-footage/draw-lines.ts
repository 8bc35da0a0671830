import {
  clamp01,
  cubicOut,
  drawWord,
  ease,
  expoOut,
  type FilmInk,
  type Frame,
  type Layer,
  type Placed,
  paint,
  placeWords,
  sprite,
} from '@songreel/kit'
import type { LinePart, Part, ShownLine } from './lines.ts'

/** What lines are drawn with. */
export type LineScene = { unit: number; inkAt: (frame: Frame) => FilmInk }

const COME_SECS = 0.28
const LEAST_COME_SECS = 0.1
const LEAVE_SECS = 0.16
/** A line rises into its place by so much of its size. */
const RISE = 0.14
/** How much is there of a word that waits to be sung. */
const WAITING = 0.36
const LIGHT_SECS = 0.24

/** How much of a line is there, 0 to 1: all of it when it is sung. One that begins before the video is there at once. */
function presenceOf({ line, showSecs, hideSecs }: ShownLine): (frame: Frame) => number {
  const comeSecs = Math.min(COME_SECS, Math.max(LEAST_COME_SECS, line.startSecs - showSecs))
  return ({ secs }) =>
    (showSecs <= 0 ? 1 : ease(secs, showSecs, comeSecs, cubicOut)) * clamp01((hideSecs - secs) / LEAVE_SECS)
}

/** How much of a line is there in one of its parts. */
export function presenceIn(part: LinePart): (frame: Frame) => number {
  return presentIn(part, presenceOf(part.line))
}

/** What is there only in a part of its time. */
export function presentIn(
  { fromSecs, toSecs }: Part,
  presence: (frame: Frame) => number,
): (frame: Frame) => number {
  return (frame) => (frame.secs >= fromSecs - 0.001 && frame.secs < toSecs - 0.001 ? presence(frame) : 0)
}

/** The words of a line in one of its parts, each of which lights up as it is sung. */
export function drawLine(part: LinePart, { box, size, window }: Placed, { unit, inkAt }: LineScene): Layer[] {
  const { line, texts, beside, showSecs } = part.line
  const text = window ? beside : (texts[size] ?? texts[0])
  const { sizePx, ink } = text
  const presence = presenceIn(part)
  const rise = ({ secs }: Frame) =>
    showSecs <= 0 ? 0 : Math.round(RISE * sizePx * unit * (1 - ease(secs, showSecs, 2 * COME_SECS, expoOut)))
  return placeWords(text, line).map((word) => {
    const place = {
      x: box.x - ink.left + word.left,
      y: box.y - ink.top + word.baseline - sizePx,
      width: Math.max(1, word.right - word.left),
      height: 1.3 * sizePx,
    }
    const painting = paint(
      place,
      (ctx) => drawWord(ctx, text, word, { x: -word.left, y: sizePx - word.baseline, fill: '#ffffff' }),
      { unit, bleed: 0.4 * sizePx },
    )
    const lit = ({ secs }: Frame) =>
      line.words ? WAITING + (1 - WAITING) * ease(secs, word.startSecs, LIGHT_SECS, cubicOut) : 1
    const isEmoji = /\p{Extended_Pictographic}/u.test(word.text)
    return sprite(painting, {
      y: rise,
      opacity: (frame) => presence(frame) * lit(frame),
      ...(!isEmoji && { colour: (frame: Frame) => inkAt(frame).type }),
    })
  })
}
