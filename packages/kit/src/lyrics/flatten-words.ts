import type { LyricPiece, LyricWord } from './lyrics.ts'

/** The timed pieces of a line: syllables, or words without any; white space behind the last piece of a word. */
export function flattenWords(words: readonly LyricWord[]): LyricPiece[] {
  return words.flatMap(({ syllables, ...word }, wordIndex) => {
    const pieces = syllables ?? [word]
    const isLast = wordIndex === words.length - 1
    return pieces.map((piece, index) =>
      index === pieces.length - 1 && !isLast ? { ...piece, text: `${piece.text} ` } : piece,
    )
  })
}

/**
 * A line for formats that mark where a piece begins. Where nothing is sung between two pieces, a mark with nothing behind
 * it ends the first. `mark` writes a moment in the format's unit, `write` a text.
 */
export function markWords(
  words: readonly LyricWord[],
  {
    unitsPerSec,
    mark,
    write,
  }: { unitsPerSec: number; mark(units: number): string; write(text: string): string },
): { first: number; body: string; last: number } {
  const pieces = flattenWords(words).map(({ startSecs, endSecs, text }) => ({
    start: Math.round(startSecs * unitsPerSec),
    end: Math.round(endSecs * unitsPerSec),
    text: write(text),
  }))
  const body = pieces.map(({ start, end, text }, index) => {
    const next = pieces[index + 1]
    return `${index === 0 ? '' : mark(start)}${text}${next && end < next.start ? mark(end) : ''}`
  })
  return { first: pieces.at(0)?.start ?? 0, body: body.join(''), last: pieces.at(-1)?.end ?? 0 }
}
