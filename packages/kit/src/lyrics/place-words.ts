import type { TextLayout } from '../paint/text.ts'
import { findWords, type TextWord } from '../paint/text-words.ts'
import { countLetters, createLetterClock } from './letter-clock.ts'
import type { LyricLine } from './lyrics.ts'

/** A word of a line where it stands, and when it is sung. */
export type PlacedWord = TextWord & {
  startSecs: number
  endSecs: number
  /** How much of it has been sung, 0 to 1, syllable by syllable. */
  sung(secs: number): number
}

/**
 * Finds where each word of a fitted line stands and when it is sung. Letters are counted, not words compared: a text
 * without spaces, in capitals or with characters left out keeps its times.
 */
export function placeWords(layout: TextLayout, line: LyricLine): PlacedWord[] {
  const words = findWords(layout)
  const clock = createLetterClock(line)
  const shown = words.reduce((sum, { text }) => sum + countLetters(text), 0)
  const perShown = clock.letters / Math.max(1, shown)
  let before = 0
  return words.map((word) => {
    const from = before * perShown
    before += countLetters(word.text)
    const to = before * perShown
    return {
      ...word,
      startSecs: clock.startAt(from),
      endSecs: clock.endAt(to),
      sung: (secs) => Math.max(0, Math.min(1, (clock.sungAt(secs) - from) / Math.max(1e-6, to - from))),
    }
  })
}
