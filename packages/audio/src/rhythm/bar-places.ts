import type { TickEvidence, Voice } from './tick-evidence.ts'

/** The voices that tell where phrases begin. */
const PHRASE_VOICES = ['bass', 'harmony', 'chord', 'sound', 'phrase'] as const satisfies Voice[]

/** Phrases have four bars or eight. */
const PHRASE_BARS = [4, 8]

/** Beats are folded by this number: bars of two, three and four, in fours and eights, all fit in. */
export const FOLD = 96

/** An onset this much stronger than usual begins or ends the song; softer ones may be noise or an echo. */
const CLEAR = 1.5

/** Where the music begins and ends, in ticks. */
export type SongEnds = { firstTick: number; lastTick: number }

export function findSongEnds({ all }: TickEvidence): SongEnds {
  const isClear = (value: number) => value > CLEAR
  return { firstTick: Math.max(0, all.findIndex(isClear)), lastTick: Math.max(0, all.findLastIndex(isClear)) }
}

/** A way to place bars among beats. */
type Place = { period: number; phase: number; bar: 2 | 3 | 4; first: number }

/** What speaks for a place of the bar lines that no single bar tells: phrases, and how the song begins and ends. */
export function describePlace(
  folds: Record<(typeof PHRASE_VOICES)[number], Float64Array>,
  ends: SongEnds,
  place: Place,
): Record<string, number> {
  const { bar, first } = place
  const traits: Record<string, number> = {
    start: nearBarLine(ends.firstTick, place),
    end: nearBarLine(ends.lastTick, place),
  }
  for (const voice of PHRASE_VOICES) {
    for (const bars of PHRASE_BARS) {
      let highest = Number.NEGATIVE_INFINITY
      for (let at = 0; at < bars; at++)
        highest = Math.max(highest, meanEvery(folds[voice], first + at * bar, bars * bar))
      traits[`${voice}${bar}Phrase${bars}`] = highest
    }
  }
  return traits
}

/** 1 on a bar line, 0 from a quarter of a beat away. */
function nearBarLine(tick: number, { period, phase, bar, first }: Place): number {
  const bars = (tick - phase - first * period) / (bar * period)
  return Math.max(0, 1 - 4 * bar * Math.abs(bars - Math.round(bars)))
}

/** The mean of every `step`-th value of a fold. */
export function meanEvery(fold: Float64Array, from: number, step: number): number {
  let [sum, count] = [0, 0]
  for (let beat = from % step; beat < fold.length; beat += step) {
    sum += fold[beat]!
    count++
  }
  return sum / Math.max(1, count)
}
