import type { DraftLine } from './draft-line.ts'

/** An empty line between verses is about as long as a short line. */
const PAUSE_CHARACTERS = 12

/** Gives each line as much of the song as it has of the text: for songs of which nothing else is known. */
export function spreadLines(lines: readonly DraftLine[], songSecs: number): DraftLine[] {
  const weights = lines.map(({ text }) => text.trim().length || PAUSE_CHARACTERS)
  const allWeight = weights.reduce((sum, weight) => sum + weight, 0)
  let before = 0
  return lines.map((line, index) => {
    const startSecs = (songSecs * before) / allWeight
    before += weights[index] ?? 0
    return { ...line, startSecs, endSecs: (songSecs * before) / allWeight }
  })
}
