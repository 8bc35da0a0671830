import { splitUnits } from '../paint/line-breaks.ts'
import type { LyricLine, LyricsData, LyricWord } from './lyrics.ts'
import { refuseLyrics } from './refuse-lyrics.ts'

/** A word begins with a breath of its own, so that "I" is not over in an instant; in letters. */
const WORD_WEIGHT = 2

/** A held last word would make all the others late: so much of a line is sung at most at this pace. */
const MAX_SECS_PER_LETTER = 0.14

/**
 * Lyrics in which every line has words. Lines that only the line's own time is known of get theirs spread over it by
 * length, and say so. Plain text is refused: nobody knows when its lines are sung, and a wrong word is worse than none.
 */
export function timeWords(lyrics: LyricsData, contentId: string): LyricsData {
  refuseUntimed(lyrics, contentId)
  return { ...lyrics, lines: lyrics.lines.map((line) => (line.words ? line : spreadWords(line))) }
}

/** Asked where lyrics meet a template that follows words, and before that where their timing is known already. */
export function refuseUntimed({ timing }: Pick<LyricsData, 'timing'>, contentId: string): void {
  if (timing !== 'ESTIMATED') return
  throw refuseLyrics(
    `${contentId} follows the words as they are sung, and these lyrics are plain text without any times.`,
    'Send lyrics with times: enhanced LRC, TTML, WebVTT or ASS with times for words, or LRC or SRT with times for lines.',
  )
}

/** Gives each word as much of the line as it has of its letters. */
function spreadWords(line: LyricLine): LyricLine {
  const texts = splitUnits(line.text).map(({ text }) => text)
  const weights = texts.map((text) => [...text].length + WORD_WEIGHT)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const sungSecs = Math.min(line.endSecs - line.startSecs, all * MAX_SECS_PER_LETTER)
  let before = 0
  const words = texts.map((text, index): LyricWord => {
    const startSecs = line.startSecs + (sungSecs * before) / all
    before += weights[index] ?? 0
    return { startSecs, endSecs: line.startSecs + (sungSecs * before) / all, text }
  })
  return words.length > 0 ? { ...line, words, hasSpreadWords: true } : line
}
