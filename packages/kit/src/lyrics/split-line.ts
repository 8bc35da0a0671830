import { splitUnits } from '../paint/line-breaks.ts'
import { countLetters, listPieces } from './letter-clock.ts'
import type { LyricLine, LyricPiece, LyricWord } from './lyrics.ts'

/** A pause of so many seconds is as good a place to break as the very middle. */
const PAUSE_SECS = 1.2

/** Parts a line with timed words into as few parts as fit, at the places where a singer or a reader would part it. */
export function splitLine(line: LyricLine, fits: (text: string) => boolean): LyricLine[] {
  const words = listWords(line)
  for (let count = 1; count < words.length; count++) {
    const parts = cutInto(words, count).map((part) => takeWords(line, part))
    if (parts.every(({ text }) => fits(text))) return count === 1 ? [line] : parts
  }
  return words.length > 1 ? words.map((word) => takeWords(line, [word])) : [line]
}

/** Parts many lines. One that comes again, as in a chorus, is parted as it was the first time, however it is sung then. */
export function splitLines(lines: readonly LyricLine[], fits: (text: string) => boolean): LyricLine[] {
  const known = new Map<string, readonly number[]>()
  return lines.flatMap((line) => {
    const words = listWords(line)
    const key = foldWords(line.text)
    const lengths = known.get(key)
    if (lengths && sum(lengths) === words.length) return cutAt(line, words, lengths)
    const parts = splitLine(line, fits)
    known.set(
      key,
      parts.map((part) => listWords(part).length),
    )
    return parts
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}

function cutAt(line: LyricLine, words: readonly SpacedWord[], lengths: readonly number[]): LyricLine[] {
  if (lengths.length === 1) return [line]
  let from = 0
  return lengths.map((length) => {
    const part = words.slice(from, from + length)
    from += length
    return takeWords(line, part)
  })
}

/** The same for the same words, also in a question, at the beginning of a line or shouted. */
export function foldWords(text: string): string {
  const plain = text.normalize('NFKC').toLocaleLowerCase('en')
  return plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
}

/** A word with what stood behind it. */
type SpacedWord = { word: LyricWord; gap: string; penalty: number }

/** Cuts off the first part where its share of the letters ends, then the next. */
function cutInto(words: readonly SpacedWord[], count: number): SpacedWord[][] {
  if (count <= 1 || words.length <= 1) return [[...words]]
  const cut = findCut(words, 1 / count)
  return [words.slice(0, cut), ...cutInto(words.slice(cut), count - 1)]
}

/** The index of the word that begins the second part, near this share of all letters. */
function findCut(words: readonly SpacedWord[], share: number): number {
  const letters = words.map(({ word }) => countLetters(word.text))
  const all = letters.reduce((sum, count) => sum + count, 0)
  let best = { index: 1, cost: Number.POSITIVE_INFINITY }
  let before = 0
  for (const [index, { word, penalty }] of words.slice(0, -1).entries()) {
    before += letters[index] ?? 0
    const pauseSecs = (words[index + 1]?.word.startSecs ?? word.endSecs) - word.endSecs
    // In parts: half a part too long or too short costs half.
    const distance = Math.abs(before / all - share) / (2 * share)
    const cost = distance + 0.4 * penalty - Math.min(0.5, (0.5 * pauseSecs) / PAUSE_SECS)
    if (cost < best.cost) best = { index: index + 1, cost }
  }
  return best.index
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
