import { dot } from '../vectors.ts'
import { describePlace, FOLD, findSongEnds, meanEvery } from './bar-places.ts'
import { ACCENTS, TICKS, type TickEvidence, VOICES, type Voice } from './tick-evidence.ts'

/** A way to count the ticks of a pulse: a beat every `period` ticks from `phase`, bars of `bar` beats from beat `first`. */
export type Metre = { period: number; phase: number; bar: 2 | 3 | 4; first: number }

/** What speaks for a metre and against it, by name. */
export type Traits = Record<string, number>

/** Ticks per beat that are considered: the pulse may be an eighth, a half bar or a triplet. */
const PERIODS = [3, 4, 6, 8, 9, 12, 16, 18, 24, 36, 48]

const MIN_BPM = 44
const MAX_BPM = 215

const BARS = [2, 3, 4] as const

/** A metre and its traits: those of its beats are shared by all bars that can be made of them, those of its place are the song's. */
export type DescribedMetre = { metre: Metre; beatTraits: Traits; barTraits: Traits; placeTraits: Traits }

/** All metres that a pulse allows, with their traits. */
export function listMetres(evidence: TickEvidence, pulseBpm: number, onsetsPerSec: number): DescribedMetre[] {
  const repetition = { all: measureRepetition(evidence.all), kick: measureRepetition(evidence.kick) }
  const ends = findSongEnds(evidence)
  return PERIODS.flatMap((period) => {
    const bpm = (pulseBpm * TICKS) / period
    if (bpm < MIN_BPM || bpm > MAX_BPM) return []
    return listPhases(period).flatMap((phase) => {
      const folds = foldVoices(evidence, period, phase)
      const beatTraits = {
        ...describeTempo(bpm, onsetsPerSec),
        ...describeBeats(evidence, period, phase),
        ...describeBackbeat(folds),
      }
      return listBars(beatTraits).map(({ bar, first }) => ({
        metre: { period, phase, bar, first },
        beatTraits,
        barTraits: { ...describeBars(folds, bar, first), ...describeLength(repetition, period, bar) },
        placeTraits: describePlace(folds, ends, { period, phase, bar, first }),
      }))
    })
  })
}

/** Bars of two beats only where beats have three parts: that is 6/8. Two beats of two parts are half a bar of four. */
function listBars({ allThird, allLastThird, allHalf }: Traits): { bar: 2 | 3 | 4; first: number }[] {
  const isTernary = allThird! + allLastThird! > 2 * allHalf!
  return BARS.filter((bar) => bar !== 2 || isTernary).flatMap((bar) =>
    Array.from({ length: bar }, (_, first) => ({ bar, first })),
  )
}

/** Thirds and quarters of the pulse. */
function listPhases(period: number): number[] {
  return Array.from({ length: period }, (_, tick) => tick).filter((tick) => tick % 3 === 0 || tick % 4 === 0)
}

function describeTempo(bpm: number, onsetsPerSec: number): Traits {
  const octaves = Math.log2(bpm / 120)
  const density = Math.log2(Math.max(1, onsetsPerSec) / 5)
  return { tempo: octaves, tempoSquared: octaves * octaves, tempoByDensity: octaves * density }
}

/** What sounds on the beats and between them. */
function describeBeats(evidence: TickEvidence, period: number, phase: number): Traits {
  const traits: Traits = {}
  const add = (name: string, voice: Voice, offset: number) => {
    traits[`${voice}${name}`] = Math.log(0.1 + meanAt(evidence[voice], period, phase + offset))
  }
  for (const voice of VOICES) {
    add('On', voice, 0)
    add('Half', voice, period / 2)
  }
  add('Quarter', 'all', period / 4)
  add('LastQuarter', 'all', (3 * period) / 4)
  add('Third', 'all', period / 3)
  add('LastThird', 'all', (2 * period) / 3)
  return traits
}

/** The mean of every `period`-th value; what lies between ticks is interpolated. */
function meanAt(values: Float64Array, period: number, from: number): number {
  const whole = Math.floor(from)
  const share = from - whole
  let [sum, count] = [0, 0]
  for (let tick = whole; tick + 1 < values.length; tick += period) {
    sum += share === 0 ? values[tick]! : values[tick]! * (1 - share) + values[tick + 1]! * share
    count++
  }
  return sum / Math.max(1, count)
}

type Folds = Record<(typeof ACCENTS)[number], Float64Array>

function foldVoices(evidence: TickEvidence, period: number, phase: number): Folds {
  const entries = ACCENTS.map((voice) => [voice, foldBeats(evidence[voice], period, phase)])
  return Object.fromEntries(entries) as Folds
}

/** Means by the number of the beat in a fold, relative to their mean; a short song does not fill it. */
function foldBeats(values: Float64Array, period: number, phase: number): Float64Array {
  const beatCount = Math.max(0, Math.ceil((values.length - phase) / period))
  const fold = new Float64Array(Math.min(FOLD, beatCount))
  for (let beat = 0; beat < beatCount; beat++) fold[beat % FOLD]! += values[phase + beat * period]!
  const [rounds, rest] = [Math.floor(beatCount / FOLD), beatCount % FOLD]
  return relateToMean(fold.map((sum, beat) => sum / (rounds + (beat < rest ? 1 : 0))))
}

/** How far each value lies above or below the mean, as a share of it. */
export function relateToMean(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  return values.map((value) => (value - mean) / (mean + 0.3))
}

/** How much every second beat differs: drums alternate on the beat, seldom beside it. */
function describeBackbeat(folds: Folds): Traits {
  const traits: Traits = {}
  const difference = (voice: keyof Folds) =>
    (meanEvery(folds[voice], 0, 2) - meanEvery(folds[voice], 1, 2)) / 2
  for (const voice of ACCENTS) traits[`${voice}Alternates`] = Math.abs(difference(voice))
  const [kick, mid, high, punch] = [
    difference('kick'),
    difference('mid'),
    difference('high'),
    difference('punch'),
  ]
  traits.kickAgainstMid = Math.max(0, -kick * mid)
  traits.kickAgainstHigh = Math.max(0, -kick * high)
  traits.kickAgainstPunch = Math.max(0, -kick * punch)
  return traits
}

/** How the voices accent the beats of a bar. */
function describeBars(folds: Folds, bar: 2 | 3 | 4, first: number): Traits {
  const traits: Traits = { [`bar${bar}`]: 1 }
  for (const voice of ACCENTS) {
    traits[`${voice}${bar}One`] = meanEvery(folds[voice], first, bar)
    if (bar === 4) traits[`${voice}${bar}Three`] = meanEvery(folds[voice], first + 2, bar)
  }
  return traits
}

type Repetition = (ticks: number) => number

/** How well a voice matches itself some ticks later, 1 at most. */
function measureRepetition(values: Float64Array): Repetition {
  const known = new Map<number, number>()
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const around = values.map((value) => value - mean)
  const product = (lag: number) => {
    const count = Math.max(0, values.length - lag)
    return dot(around.subarray(0, count), around.subarray(lag)) / Math.max(1, count)
  }
  const power = product(0) || 1
  return (lag) => {
    const value = known.get(lag) ?? product(lag) / power
    known.set(lag, value)
    return value
  }
}

/** Whether what is played comes again after a bar rather than after a beat more or less. */
function describeLength(
  repetition: Record<'all' | 'kick', Repetition>,
  period: number,
  bar: 2 | 3 | 4,
): Traits {
  const beyond = (after: Repetition) => {
    const [two, three, four] = [2, 3, 4].map((beats) => after(beats * period)) as [number, number, number]
    return bar === 3 ? three - (two + four) / 2 : (two + four) / 2 - three
  }
  return {
    repeatBeat: repetition.all(period),
    repeatBar: repetition.all(bar * period),
    [`repeat${bar}`]: beyond(repetition.all),
    [`repeatKick${bar}`]: beyond(repetition.kick),
  }
}
