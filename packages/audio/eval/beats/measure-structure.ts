import { scoreTimes } from '../../testing/score-beats.ts'

/** Borders this close count: the two usual windows of music research. */
const NARROW_SECS = 0.5
const WIDE_SECS = 3

const NATURALS: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** How right a key is, as MIREX counts: 1 the key, 0.5 a fifth off, 0.3 its relative, 0.2 its parallel. */
export function scoreKey(truth: string, found: string | undefined): number {
  if (!found) return 0
  const [a, b] = [readKey(truth), readKey(found)]
  const steps = (b.tonic - a.tonic + 12) % 12
  if (a.isMinor === b.isMinor) return steps === 0 ? 1 : steps === 7 || steps === 5 ? 0.5 : 0
  if (steps === 0) return 0.2
  return steps === (a.isMinor ? 3 : 9) ? 0.3 : 0
}

/** F-measure of the borders between sections, near and nearer; the song's own ends are no borders. */
export function scoreSections(truthSecs: number[], foundSecs: number[]): { wideF: number; narrowF: number } {
  return {
    wideF: scoreTimes(truthSecs, foundSecs, WIDE_SECS),
    narrowF: scoreTimes(truthSecs, foundSecs, NARROW_SECS),
  }
}

function readKey(name: string): { tonic: number; isMinor: boolean } {
  const [tonic = 'C', mode] = name.split(' ')
  const sign = tonic.endsWith('#') ? 1 : tonic.endsWith('b') ? -1 : 0
  return { tonic: ((NATURALS[tonic[0]!] ?? 0) + sign + 12) % 12, isMinor: mode === 'minor' }
}
