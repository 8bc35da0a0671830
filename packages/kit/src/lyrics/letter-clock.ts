import type { LyricLine, LyricPiece } from './lyrics.ts'

/** When each letter of a line is sung: exact where the file times a word or a syllable, even in between. */
export type LetterClock = {
  /** All letters of the line; blanks do not count. */
  letters: number
  /** When the letter after so many begins. */
  startAt(lettersBefore: number): number
  /** When so many letters have been sung. */
  endAt(lettersSung: number): number
  /** How many letters have been sung, with fractions. */
  sungAt(secs: number): number
}

/** A boundary that capitals or cleaning moved by less than this many letters is still the same boundary. */
const SNAP_LETTERS = 0.6

/** Reads a line's words and syllables; a line without any is sung evenly. */
export function createLetterClock(line: LyricLine): LetterClock {
  let letters = 0
  const pieces = listPieces(line).map(({ startSecs, endSecs, text }) => {
    const from = letters
    letters += countLetters(text)
    return { startSecs, endSecs, from, to: letters }
  })
  const first = pieces[0] ?? { startSecs: line.startSecs, endSecs: line.endSecs, from: 0, to: 0 }
  const last = pieces.at(-1) ?? first
  const between = ({ startSecs, endSecs, from, to }: typeof first, at: number) =>
    startSecs + ((endSecs - startSecs) * (at - from)) / Math.max(1e-6, to - from)
  return {
    letters,
    startAt(at) {
      const exact = pieces.find(({ from }) => Math.abs(from - at) < SNAP_LETTERS)
      if (exact) return exact.startSecs
      return between(pieces.find(({ from, to }) => from <= at && at < to) ?? last, at)
    },
    endAt(at) {
      const exact = pieces.find(({ to }) => Math.abs(to - at) < SNAP_LETTERS)
      if (exact) return exact.endSecs
      return between(pieces.find(({ from, to }) => from < at && at <= to) ?? last, at)
    },
    sungAt(secs) {
      const piece = pieces.findLast(({ startSecs }) => startSecs <= secs)
      if (!piece) return 0
      const share = (secs - piece.startSecs) / Math.max(1e-6, piece.endSecs - piece.startSecs)
      return piece.from + (piece.to - piece.from) * Math.min(1, share)
    },
  }
}

/** The smallest pieces of a line that have times. */
export function listPieces(line: LyricLine): readonly LyricPiece[] {
  return line.words?.flatMap((word) => word.syllables ?? [word]) ?? [line]
}

/** Characters other than blanks and the marks of direction that a fitted line may hold. */
export function countLetters(text: string): number {
  return [...text.replace(/[\s\u2066-\u2069]/g, '')].length
}
