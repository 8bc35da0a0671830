import { TEXTURE_RATE_HZ, type Texture } from '../spectrum/song-features.ts'
import { MEL_COUNT } from '../spectrum/windows.ts'
import { averageRows, cosineDistance, meanDistance, standardise } from '../structure/vectors.ts'
import type { OnsetCurve } from './onset-curve.ts'

/** Four-four is assumed: nearly all released songs are in it, and the rest look right on any even grid. */
export const BEATS_PER_BAR = 4

const HALVES_PER_BAR = 2 * BEATS_PER_BAR

/** Harmony is compared over two beats to each side, timbre over four. */
const CHROMA_HALVES = 4
const TIMBRE_HALVES = 8

const TIMBRE_WEIGHT = 1
const LOW_WEIGHT = 0.6

/** Beats between the found ones are believed only if they win by this much. */
const OFFBEAT_MARGIN = 0.15

/** Losing the count within a song costs as much as several clear bar lines bring. */
const MISCOUNT_COST = 10

/** The beats (moved by half a beat if they sat on the off-beat), and which of them start a bar. */
export type FoundBars = { beatSecs: number[]; isDownbeat: boolean[] }

/** Bars start where the harmony and the sound change, and where the bass drum is. */
export function findDownbeats(beatSecs: number[], texture: Texture, curve: OnsetCurve): FoundBars {
  if (beatSecs.length < HALVES_PER_BAR) {
    return { beatSecs, isDownbeat: beatSecs.map((_, beat) => beat % BEATS_PER_BAR === 0) }
  }
  const halfSecs = beatSecs.flatMap((secs, i) =>
    i + 1 < beatSecs.length ? [secs, (secs + beatSecs[i + 1]!) / 2] : [secs],
  )
  const evidence = gatherEvidence(halfSecs, texture, curve)
  const parity = isOffbeat(evidence) ? 1 : 0
  const isOnGrid = (_: unknown, half: number) => half % 2 === parity
  return { beatSecs: halfSecs.filter(isOnGrid), isDownbeat: countBars(evidence.filter(isOnGrid)) }
}

/** Whether bar lines fit clearly better halfway between the beats. */
function isOffbeat(evidence: Float64Array): boolean {
  const sums = new Float64Array(HALVES_PER_BAR)
  evidence.forEach((value, half) => {
    sums[half % HALVES_PER_BAR]! += value
  })
  const bars = evidence.length / HALVES_PER_BAR
  const best = (parity: number) => Math.max(...sums.filter((_, half) => half % 2 === parity)) / bars
  return best(1) > best(0) + OFFBEAT_MARGIN
}

/** Counts to four along the beats so that the ones collect the most evidence; a miscount is possible, but dear. */
function countBars(evidence: Float64Array): boolean[] {
  const origins: Int8Array[] = []
  let totals = new Float64Array(BEATS_PER_BAR)
  for (const value of evidence) {
    const best = totals.indexOf(Math.max(...totals))
    const origin = new Int8Array(BEATS_PER_BAR)
    totals = totals.map((_, count) => {
      const previous = (count + BEATS_PER_BAR - 1) % BEATS_PER_BAR
      const isMiscount = totals[best]! - MISCOUNT_COST > totals[previous]!
      origin[count] = isMiscount ? best : previous
      return (isMiscount ? totals[best]! - MISCOUNT_COST : totals[previous]!) + (count === 0 ? value : 0)
    })
    origins.push(origin)
  }
  const isDownbeat: boolean[] = []
  let count = totals.indexOf(Math.max(...totals))
  for (const origin of origins.reverse()) {
    isDownbeat.push(count === 0)
    count = origin[count]!
  }
  return isDownbeat.reverse()
}

/** For each half beat, how much speaks for a bar line there. */
function gatherEvidence(halfSecs: number[], texture: Texture, curve: OnsetCurve): Float64Array {
  const chroma = averageRows(texture.chroma, 12, TEXTURE_RATE_HZ, halfSecs)
  const timbre = averageRows(texture.timbre, MEL_COUNT, TEXTURE_RATE_HZ, halfSecs)
  const count = halfSecs.length
  const harmony = new Float64Array(count)
  const sound = new Float64Array(count)
  const low = new Float64Array(count)
  for (let half = 0; half < count; half++) {
    harmony[half] = change(chroma, 12, half, CHROMA_HALVES, cosineDistance)
    sound[half] = change(timbre, MEL_COUNT, half, TIMBRE_HALVES, meanDistance)
    low[half] = highestNear(curve.low, Math.round(halfSecs[half]! * curve.rateHz))
  }
  const [h, s, l] = [standardise(keepPeaks(harmony)), standardise(keepPeaks(sound)), standardise(low)]
  return h.map((value, half) => value + TIMBRE_WEIGHT * s[half]! + LOW_WEIGHT * l[half]!)
}

/** How different the stretch after a point is from the stretch before it. */
function change(
  rows: Float32Array,
  width: number,
  at: number,
  reach: number,
  distance: (a: Float64Array, b: Float64Array) => number,
): number {
  const count = rows.length / width
  if (at < reach || at + reach > count) return 0
  return distance(meanRow(rows, width, at - reach, at), meanRow(rows, width, at, at + reach))
}

function meanRow(rows: Float32Array, width: number, from: number, to: number): Float64Array {
  const mean = new Float64Array(width)
  for (let row = from; row < to; row++) {
    for (let i = 0; i < width; i++) mean[i]! += rows[row * width + i]! / (to - from)
  }
  return mean
}

/** What stands out from the two neighbours on each side. */
function keepPeaks(values: Float64Array): Float64Array {
  return values.map((value, i) => {
    if (i < 2 || i + 2 >= values.length) return 0
    return Math.max(0, value - (values[i - 2]! + values[i - 1]! + values[i + 1]! + values[i + 2]!) / 4)
  })
}

function highestNear(values: Float32Array, row: number): number {
  let highest = 0
  for (let i = row - 2; i <= row + 2; i++) highest = Math.max(highest, values[i] ?? 0)
  return highest
}
