import {
  type AudioTrack,
  chooseInk,
  drawWord,
  ease,
  expoOut,
  type Frame,
  type Layer,
  type Motion,
  mix,
  type Palette,
  paint,
  sprite,
} from '@songreel/kit'
import { GROUND_CONTRAST } from './panels.ts'
import type { Phrase } from './phrases.ts'
import type { PosterWord } from './poster.ts'

/** What is sung now, what has been sung, and second-rank type. */
export type Ink = { now: string; sung: string; quiet: string }

/** Even an accent that could be read moves a step towards the text's lightness. */
const LEAST_LIFT = 0.02

/** Without a colour, what has been sung is a step quieter, and no more: it is still what one reads. */
const SUNG_CONTRAST = 6.4

/** The word being sung has the accent; where the cover has no colour, what has been sung is grey instead. */
export function inkWords(palette: Palette): Ink {
  const { text } = palette
  const wish = { groundContrast: GROUND_CONTRAST, leastLift: LEAST_LIFT, quietContrast: NAME_CONTRAST }
  const { accent, quiet, isColourful } = chooseInk(palette, wish)
  if (isColourful) return { now: accent, sung: text, quiet }
  return { now: text, sung: chooseInk(palette, { ...wish, quietContrast: SUNG_CONTRAST }).quiet, quiet }
}

/** The artist is second to the title, and still read on a phone. */
const NAME_CONTRAST = 5.8

/** What the words move with. */
export type WordMotion = { audio: AudioTrack; motion: Motion; ink: Ink; emphasis: ReadonlySet<string> }

const ENTER_SECS = 0.26
/** From this size a row grows whenever one of its words is sung, all of it: a word that grew by itself would leave a hole and have a size of its own. */
const FROM_SCALE = 0.92
/** A word that is still to come stands in its place, clearly to be read and clearly not yet sung: the poster is whole from its first word on. */
export const WAITING = 0.6
/** A time on a frame's very moment must not slip to the next one. */
const EPSILON_SECS = 1e-6
/** All words swell with the beat, and lean in while the phrase lasts. */
const BEAT_SCALE = 0.035
const LEAN = 0.012

/** The words of all phrases: each waits in its place, strikes its row when it is sung, and is gone when the next phrase begins. */
export function drawPhrases(phrases: readonly Phrase[], how: WordMotion): Layer[] {
  return phrases.flatMap((phrase) => {
    const starts = phrase.words.map(({ startSecs }) => startSecs)
    return phrase.words.map((each, index) => {
      const nextSecs = starts.slice(index + 1).find((secs) => secs > each.startSecs)
      const rowSecs = phrase.words.filter(({ row }) => row === each.row).map(({ startSecs }) => startSecs)
      return drawBurst(phrase, each, { ...how, rowSecs, nextSecs: nextSecs ?? each.endSecs })
    })
  })
}

type Burst = WordMotion & { rowSecs: readonly number[]; nextSecs: number }

function drawBurst(phrase: Phrase, { word, row, box, edgeX, startSecs }: PosterWord, how: Burst): Layer {
  const { audio, motion, ink, emphasis, rowSecs, nextSecs } = how
  const { sizePx } = row
  const painting = paint(
    box,
    (ctx) => drawWord(ctx, row, word, { x: -word.left, y: sizePx - word.baseline, fill: ink.sung }),
    { bleed: 0.35 * sizePx },
  )
  const isFull = motion === 'FULL'
  const isSeen = ({ secs }: Frame) =>
    secs + EPSILON_SECS >= (phrase.isBackground ? startSecs : phrase.startSecs) &&
    secs + EPSILON_SECS < phrase.endSecs
  const isSung = ({ secs }: Frame) => secs + EPSILON_SECS >= startSecs
  const leaned = ({ secs }: Frame) => Math.min(1, Math.max(0, (secs - phrase.startSecs) / 3))
  const swell = (frame: Frame) =>
    1 - BEAT_SCALE - LEAN + LEAN * leaned(frame) + BEAT_SCALE * audio.beat(frame)
  const scale = (frame: Frame) => mix(isFull ? FROM_SCALE : 0.97, swell(frame), growRow(rowSecs, frame.secs))
  // A word moves with its row, whose edge stays where it is.
  const fromEdge = box.x + box.width / 2 - edgeX
  const isLoud = emphasis.has(keepLetters(word.text))
  // Until it is sung a word is plain: an accent that is half there would be a tone of its ground.
  const colour = (frame: Frame) =>
    isSung(frame) && (isLoud || phrase.isBackground || frame.secs + EPSILON_SECS < nextSecs)
      ? ink.now
      : ink.sung
  const isEmoji = /\p{Extended_Pictographic}/u.test(word.text)
  return sprite(painting, {
    opacity: (frame) => (isSeen(frame) ? (isSung(frame) ? 1 : WAITING) : 0),
    x: (frame) => (isSeen(frame) ? (scale(frame) - 1) * fromEdge : 0),
    scale: (frame) => (isSeen(frame) ? scale(frame) : 1),
    ...(!isEmoji && { colour }),
  })
}

/** How far a row has grown back to its size, 0 to 1, since one of its words was struck; at the first moment of a video all are grown. */
export function growRow(rowSecs: readonly number[], secs: number): number {
  const struck = rowSecs.findLast((start) => start <= secs + EPSILON_SECS)
  return struck === undefined || struck <= 0 ? 1 : ease(secs, struck, ENTER_SECS, expoOut)
}

/** A word without its signs, for comparing. */
export function keepLetters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
