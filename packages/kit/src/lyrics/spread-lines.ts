import type { DraftLine } from './draft-line.ts'

/** A stretch of the song. */
export type TimeSpan = { readonly startSecs: number; readonly endSecs: number }

/** An empty line between verses is about as long as a short line. */
const PAUSE_CHARACTERS = 12

/** Gives each line as much of the parts in which somebody may sing as it has of the text. No line goes on over a gap. */
export function spreadLines(lines: readonly DraftLine[], parts: readonly TimeSpan[]): DraftLine[] {
  const weights = lines.map(({ text }) => text.trim().length || PAUSE_CHARACTERS)
  const allWeight = weights.reduce((sum, weight) => sum + weight, 0)
  const allSecs = parts.reduce((sum, { startSecs, endSecs }) => sum + endSecs - startSecs, 0)
  let before = 0
  return lines.map((line, index) => {
    const from = (allSecs * before) / allWeight
    before += weights[index] ?? 0
    return { ...line, ...placeSpan(parts, from, (allSecs * before) / allWeight) }
  })
}

/** From a stretch of singing to one of the song: in the part that holds most of it. */
function placeSpan(parts: readonly TimeSpan[], from: number, to: number): TimeSpan {
  let sung = 0
  let best: TimeSpan = { startSecs: 0, endSecs: 0 }
  for (const { startSecs, endSecs } of parts) {
    const offset = startSecs - sung
    const span = { startSecs: Math.max(startSecs, from + offset), endSecs: Math.min(endSecs, to + offset) }
    if (span.endSecs - span.startSecs > best.endSecs - best.startSecs) best = span
    sung += endSecs - startSecs
  }
  return best
}
