import { GRID_CONFIDENCE } from '@songreel/kit/core'
import type { Excerpt } from './audio-analysis.ts'
import {
  type Candidate,
  type ExcerptGround,
  listCandidates,
  type SungLine,
} from './structure/excerpt-candidates.ts'

/** Excerpts start at least this share of their length apart, or they would be the same moment twice. */
const APART_SHARE = 0.75

/** Fainter than this a song is silent to everybody who hears it. */
const SILENT_LUFS = -60

/** What is looked for. */
export type ExcerptWish = {
  secs: number
  /** Default 3. */
  count?: number
  /** Lengths that an excerpt must keep to. Default: near `secs`. */
  within?: { minSecs: number; maxSecs: number }
  /** When lines are sung, in order: an excerpt then begins before one, and holds a verse of them where it can. */
  lines?: readonly SungLine[] | undefined
}

/** The best moments of about `secs` seconds, best first: whole bars where there is a beat, none in a silent song. */
export function chooseExcerpts(
  ground: ExcerptGround,
  { secs, count = 3, within, lines }: ExcerptWish,
): Excerpt[] {
  const { durationSecs } = ground
  if (secs >= durationSecs - 0.5) {
    return [{ startSecs: 0, endSecs: durationSecs, score: 1, reasons: ['the whole song'] }]
  }
  if (ground.loudness.integratedLufs < SILENT_LUFS) return []
  const candidates = listCandidates(ground, {
    secs,
    within,
    lines: lines && lines.length > 0 ? lines : undefined,
    isOnBeat: ground.tempo.confidence >= GRID_CONFIDENCE,
  })
  const chosen: Candidate[] = []
  for (const candidate of candidates.sort((a, b) => b.score - a.score)) {
    if (chosen.length === count) break
    const isApart = chosen.every(
      (other) => Math.abs(other.startSecs - candidate.startSecs) >= secs * APART_SHARE,
    )
    if (isApart) chosen.push(candidate)
  }
  return chosen.map((candidate) => ({
    startSecs: candidate.startSecs,
    endSecs: candidate.endSecs,
    score: Math.max(0, Math.min(1, candidate.score)),
    reasons: giveReasons(candidate),
  }))
}

/** The strongest arguments, most important first; the best one is given even if it is weak. */
function giveReasons({ parts }: Candidate): string[] {
  const claims: [string, number, boolean][] = [
    ['comes back often in the song', parts.repetition, parts.repetition > 0.6],
    ['among the loudest parts', parts.energy, parts.energy > 0.7],
    ['starts where the music changes', parts.novelty, parts.novelty > 0.5],
    ['rises out of a quieter part', parts.lift, parts.lift > 0.3],
    ['a lively rhythm', parts.activity, parts.activity > 0.65],
    ['lies in the heart of the song', parts.position, parts.position > 0.8],
  ]
  const strong = claims.filter(([, , isStrong]) => isStrong).map(([text]) => text)
  if (strong.length > 0) return strong
  return [claims.reduce((best, claim) => (claim[1] > best[1] ? claim : best))[0]]
}
