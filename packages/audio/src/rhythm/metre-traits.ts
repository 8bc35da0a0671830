import { dot } from '../vectors.ts'
import { TICKS, type TickEvidence, type Voice } from './tick-evidence.ts'

/** A way to count the ticks of a pulse: a beat every `period` ticks from `phase`, bars of `bar` beats from beat `first`. */
export type Metre = { period: number; phase: number; bar: 2 | 3 | 4; first: number }

/** What speaks for a metre and against it, by name. */
export type Traits = Record<string, number>

/** Ticks per beat that are considered: the pulse may be an eighth, a half bar or a triplet. */
const PERIODS = [3, 4, 6, 8, 9, 12, 16, 18, 24, 36, 48]

const MIN_BPM = 44
const MAX_BPM = 215

const BARS = [2, 3, 4] as const

/** The voices that make bars. */
export const ACCENTS: Voice[] = ['kick', 'low', 'mid', 'high', 'punch', 'harmony', 'sound']

/** A metre and its traits: those of its beats are shared by all bars that can be made of them. */
export type DescribedMetre = { metre: Metre; beatTraits: Traits; barTraits: Traits }

/** All metres that a pulse allows, with their traits. */
export function listMetres(evidence: TickEvidence, pulseBpm: number, onsetsPerSec: number): DescribedMetre[] {
  const repetition = { all: measureRepetition(evidence.all), kick: measureRepetition(evidence.kick) }
  return PERIODS.flatMap((period) => {
    const bpm = (pulseBpm * TICKS) / period
    if (bpm < MIN_BPM || bpm > MAX_BPM) return []
    return listPhases(period).flatMap((phase) => {
      const profiles = ACCENTS.map((voice) => foldBars(evidence[voice], period, phase))
      const beatTraits = {
        ...describeTempo(bpm, onsetsPerSec),
        ...describeBeats(evidence, period, phase),
        ...describeBackbeat(profiles),
      }
      return listBars(beatTraits).map(({ bar, first }) => ({
        metre: { period, phase, bar, first },
        beatTraits,
        barTraits: { ...describeBars(profiles, bar, first), ...describeLength(repetition, period, bar) },
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
  for (const voice of ['all', ...ACCENTS] as const) {
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

/** Means by the number of the beat modulo 12, relative to their mean. */
function foldBars(values: Float64Array, period: number, phase: number): Float64Array {
  const sums = new Float64Array(12)
  const counts = new Float64Array(12)
  for (let tick = phase, beat = 0; tick < values.length; tick += period, beat = (beat + 1) % 12) {
    sums[beat]! += values[tick]!
    counts[beat]!++
  }
  return relateToMean(sums.map((sum, beat) => sum / Math.max(1, counts[beat] ?? 0)))
}

/** How far each value lies above or below the mean, as a share of it. */
export function relateToMean(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  return values.map((value) => (value - mean) / (mean + 0.3))
}

/** How much every second beat differs: drums alternate on the beat, seldom beside it. */
function describeBackbeat(profiles: Float64Array[]): Traits {
  const traits: Traits = {}
  const differences = profiles.map(
    (profile) => profile.reduce((sum, value, beat) => sum + (beat % 2 ? -value : value), 0) / 12,
  )
  ACCENTS.forEach((voice, i) => {
    traits[`${voice}Alternates`] = Math.abs(differences[i] ?? 0)
  })
  const [kick, , mid, high, punch] = differences as [number, number, number, number, number]
  traits.kickAgainstMid = Math.max(0, -kick * mid)
  traits.kickAgainstHigh = Math.max(0, -kick * high)
  traits.kickAgainstPunch = Math.max(0, -kick * punch)
  return traits
}

/** How the voices accent the beats of a bar. */
function describeBars(profiles: Float64Array[], bar: 2 | 3 | 4, first: number): Traits {
  const traits: Traits = { [`bar${bar}`]: 1 }
  profiles.forEach((profile, i) => {
    const at = (position: number) => {
      let sum = 0
      for (let beat = (first + position) % bar; beat < 12; beat += bar) sum += profile[beat] ?? 0
      return (sum * bar) / 12
    }
    traits[`${ACCENTS[i]}${bar}One`] = at(0)
    if (bar === 4) traits[`${ACCENTS[i]}${bar}Three`] = at(2)
  })
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
