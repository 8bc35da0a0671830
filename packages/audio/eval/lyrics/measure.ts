import type { Sung } from './sung-songs.ts'

/** People don't notice a line that begins this little before what they hear, nor a word cut by this little. */
const TOLERANCE_SECS = 0.1

/** A line has to stand this long to be read. */
const READ_SECS = 1

/** How well an excerpt keeps to what is sung. */
export type ExcerptFigures = {
  startSecs: number
  endSecs: number
  beginsInLine: boolean
  endsInWord: boolean
  /** Lines that are sung in it from their beginning to their end. */
  wholeLines: number
  sungShare: number
}

/** How far each line begins from where it is sung. */
export function listErrors(truth: readonly Sung[], found: readonly Sung[]): number[] {
  if (truth.length !== found.length)
    throw new Error(`the text has ${found.length} lines, and ${truth.length} are timed`)
  return found.map(({ startSecs }, i) => startSecs - (truth[i]?.startSecs ?? 0))
}

/** Compares an excerpt with the lines and words that are sung around it. */
export function measureExcerpt(
  { startSecs, endSecs }: Sung,
  { lines, words }: { lines: readonly Sung[]; words: readonly Sung[] },
): ExcerptFigures {
  const isInside = (secs: number) => (each: Sung) =>
    each.startSecs < secs - TOLERANCE_SECS && each.endSecs > secs + TOLERANCE_SECS
  const sungSecs = words.reduce(
    (sum, word) => sum + Math.max(0, Math.min(endSecs, word.endSecs) - Math.max(startSecs, word.startSecs)),
    0,
  )
  return {
    startSecs,
    endSecs,
    beginsInLine: lines.some(isInside(startSecs)),
    endsInWord: words.some(isInside(endSecs)),
    wholeLines: lines.filter(
      (line) => line.startSecs > startSecs - TOLERANCE_SECS && line.endSecs < endSecs + TOLERANCE_SECS,
    ).length,
    sungShare: sungSecs / (endSecs - startSecs),
  }
}

/** How many lines somebody who sees the excerpt can read. */
export function countReadable(lines: readonly Sung[], { startSecs, endSecs }: Sung): number {
  return lines.filter(
    (line) => Math.min(endSecs, line.endSecs) - Math.max(startSecs, line.startSecs) >= READ_SECS,
  ).length
}
