import { splitUnits } from '../paint/line-breaks.ts'
import { countLetters, listPieces } from './letter-clock.ts'
import type { LyricLine, LyricPiece, LyricWord } from './lyrics.ts'

/** A pause of so many seconds is as good a place to break as the very middle. */
const PAUSE_SECS = 1.2

/** Halves a line with timed words until each part fits, at the places where a singer or a reader would part it. */
export function splitLine(line: LyricLine, fits: (text: string) => boolean): LyricLine[] {
  if (fits(line.text)) return [line]
  const cut = findCut(line)
  if (cut === undefined) return [line]
  const words = listWords(line)
  const [head, tail] = [words.slice(0, cut), words.slice(cut)]
  return [...splitLine(takeWords(line, head), fits), ...splitLine(takeWords(line, tail), fits)]
}

/** A word with what stood behind it. */
type SpacedWord = { word: LyricWord; gap: string; penalty: number }

/** The index of the word that begins the second part; undefined for a single word. */
function findCut(line: LyricLine): number | undefined {
  const words = listWords(line)
  const letters = words.map(({ word }) => countLetters(word.text))
  const all = letters.reduce((sum, count) => sum + count, 0)
  let best: { index: number; cost: number } | undefined
  let before = 0
  for (const [index, { word, penalty }] of words.slice(0, -1).entries()) {
    before += letters[index] ?? 0
    const pauseSecs = (words[index + 1]?.word.startSecs ?? word.endSecs) - word.endSecs
    const cost = Math.abs(before / all - 0.5) + 0.4 * penalty - Math.min(0.5, (0.5 * pauseSecs) / PAUSE_SECS)
    if (!best || cost < best.cost) best = { index: index + 1, cost }
  }
  return best?.index
}

/**
 * The line's words as a reader parts them, each with its timed pieces: a file may time several words as one (text
 * without spaces) or one in several pieces.
 */
function listWords(line: LyricLine): SpacedWord[] {
  const pieces = [...listPieces(line)]
  let taken = 0
  let wanted = 0
  return splitUnits(line.text).flatMap(({ text, gap, penalty }) => {
    wanted += countLetters(text)
    const syllables: LyricPiece[] = []
    for (let next = pieces[0]; next && taken + countLetters(next.text) / 2 <= wanted; next = pieces[0]) {
      taken += countLetters(next.text)
      syllables.push(next)
      pieces.shift()
    }
    const [first, last] = [syllables.at(0), syllables.at(-1)]
    if (!first || !last) return []
    const joined = syllables.map((piece) => piece.text).join('')
    const word = { startSecs: first.startSecs, endSecs: last.endSecs, text: joined }
    return [{ word: syllables.length > 1 ? { ...word, syllables } : word, gap, penalty }]
  })
}

function takeWords(line: LyricLine, words: readonly SpacedWord[]): LyricLine {
  const text = words.map(({ word, gap }) => word.text + gap).join('')
  return {
    ...line,
    text: text.trim(),
    startSecs: words[0]?.word.startSecs ?? line.startSecs,
    endSecs: words.at(-1)?.word.endSecs ?? line.endSecs,
    words: words.map(({ word }) => word),
  }
}
