import { type AudioTrack, clamp01, cubicOut, ease, mix, type PlacedWord } from '@songreel/kit'

/** The bar comes in from its start to the first letter in so many seconds before that is sung, or on the last three beats of a pause. */
const LEAD_SECS = 0.24
/** Until the first word is sung it keeps clear of the letters by the rest of its way. */
const CLEAR = 0.75
const COUNT = 3
/** A last word is held: the bar is past its letters after so much of it. */
const HELD = 0.88
const STEP_SECS = 0.14

/** The run of a bar along one line of type, in pixels from where it starts. */
export type BarRun = {
  /** Where the first letter begins, and where the bar ends. */
  from: number
  to: number
  words: readonly RunWord[]
  isCountedIn: boolean
  /** The line of type is not seen before. */
  showSecs: number
}

/** A word that a bar runs along. */
export type RunWord = Pick<PlacedWord, 'startSecs' | 'sung'> & { from: number }

/** How far the bar has come: word by word, each with the space behind it, so that it never jumps. */
export function planBar(
  { from, to, words, isCountedIn, showSecs }: BarRun,
  audio: Pick<AudioTrack, 'bpm'>,
): (secs: number) => number {
  const startSecs = words[0]?.startSecs ?? 0
  const beatSecs = audio.bpm > 0 ? Math.max(0.3, Math.min(0.8, 60 / audio.bpm)) : 0.5
  return (secs) => {
    const index = words.findLastIndex((word) => word.startSecs <= secs + 1e-6)
    const word = words[index]
    const next = words[index + 1]
    if (word) return mix(word.from, next?.from ?? to, clamp01(word.sung(secs) / (next ? 1 : HELD)))
    if (isCountedIn) return (from / COUNT) * countSteps(startSecs - secs, beatSecs)
    const begins = Math.max(showSecs, startSecs - LEAD_SECS)
    return startSecs > begins ? CLEAR * from * ease(secs, begins, startSecs - begins, cubicOut) : 0
  }
}

/** How many of the three last beats have come, each with a quick step. */
function countSteps(leftSecs: number, beatSecs: number): number {
  const steps = Array.from({ length: COUNT }, (_, step) =>
    ease((step + 1) * beatSecs - leftSecs, 0, STEP_SECS, cubicOut),
  )
  return steps.reduce((sum, each) => sum + each, 0)
}
