import type { LyricLine } from './lyrics.ts'

/** A stretch in which nobody sings. */
export type LyricGap = { startSecs: number; endSecs: number }

/** The stretches of a video without a sung line that are at least so long, before the first and after the last line too. */
export function findGaps(
  lines: readonly LyricLine[],
  { durationSecs, leastSecs }: { durationSecs: number; leastSecs: number },
): LyricGap[] {
  const gaps: LyricGap[] = []
  let sungUntil = 0
  const end = { startSecs: durationSecs, endSecs: durationSecs }
  for (const { startSecs, endSecs } of [...lines, end]) {
    if (startSecs - sungUntil >= leastSecs) gaps.push({ startSecs: sungUntil, endSecs: startSecs })
    sungUntil = Math.max(sungUntil, endSecs)
  }
  return gaps
}
