import {
  clamp01,
  cubicOut,
  drawWord,
  ease,
  expoOut,
  type FilmInk,
  type Frame,
  type Layer,
  mix,
  type Placed,
  paint,
  placeWords,
  sprite,
} from '@songreel/kit'
import type { LinePart, ShownLine, Stretch } from './lines.ts'

/** Where a line stands, and how much of it is there. */
type LineStay = { placed: Placed; presence: (frame: Frame) => number }

/** What lines are drawn with. */
export type LineScene = { unit: number; inkAt: (frame: Frame) => FilmInk }

const COME_SECS = 0.28
const LEAST_COME_SECS = 0.1
const LEAVE_SECS = 0.16
/** A line rises into its place by so much of its size. */
const RISE = 0.14
/** How much is there of a word that waits to be sung, and of a line that keeps a field from being empty. */
const WAITING = 0.36
const LIGHT_SECS = 0.24

/** How much of a line is there, 0 to 1: all of it when it is sung. One that begins before the video is there at once. */
function presenceOf({ line, showSecs, hideSecs }: ShownLine): (frame: Frame) => number {
  const comeSecs = Math.min(COME_SECS, Math.max(LEAST_COME_SECS, line.startSecs - showSecs))
  return ({ secs }) =>
    (showSecs <= 0 ? 1 : ease(secs, showSecs, comeSecs, cubicOut)) * clamp01((hideSecs - secs) / LEAVE_SECS)
}

/** How much of a line is there in one of its parts; beside the film, as long as the field is there in which it stands. */
export function presenceIn(part: LinePart, field?: Stretch): (frame: Frame) => number {
  return field ? presentIn(field, presenceInField(part)) : presentIn(part, presenceOf(part.line))
}

/**
 * A field without words looks as if they had failed to load, and a film that came back for a moment would flap. So a line takes the
 * place of another all at once, waits where its field comes before it is sung, and stays, as faint, where nothing follows yet.
 */
function presenceInField({ line: { line }, fromSecs, toSecs }: LinePart): (frame: Frame) => number {
  // Words that are sung one by one wait by themselves.
  const waiting = line.words ? 1 : WAITING
  return ({ secs }) => {
    if (secs < fromSecs) return waiting
    return mix(1, WAITING, ease(secs, toSecs, LIGHT_SECS, cubicOut))
  }
}

/** What is there only in a part of its time. */
export function presentIn(
  { fromSecs, toSecs }: Stretch,
  presence: (frame: Frame) => number,
): (frame: Frame) => number {
  return (frame) => (frame.secs >= fromSecs - 0.001 && frame.secs < toSecs - 0.001 ? presence(frame) : 0)
}

/** The words of a line in one of its parts, each of which lights up as it is sung. */
export function drawLine(
  part: LinePart,
  { placed: { box, size, window }, presence }: LineStay,
  { unit, inkAt }: LineScene,
): Layer[] {
  const { line, texts, beside, showSecs } = part.line
  const text = window ? beside : (texts[size] ?? texts[0])
  const { sizePx, ink } = text
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
