import type { Beat, Moments } from '../audio-analysis.ts'
import type { OnsetCurve } from '../rhythm/onset-curve.ts'
import type { Texture } from '../spectrum/song-features.ts'
import { averageRows, percentile } from '../vectors.ts'
import { measureNovelty } from './novelty.ts'
import { measureRepetition } from './repetition.ts'
import { compareUnits, type SelfSimilarity } from './self-similarity.ts'

/** Without a trusted beat the song is looked at in steps this long. */
const STEP_SECS = 0.5

/** Comparing all with all grows with the square: longer songs are compared in coarser units. */
const MAX_UNITS = 2000

/** In moments: the reach of the novelty, and how long and how far apart repeated stretches are. */
const NOVELTY_REACH = 16
const REPEAT_LENGTH = 32
const REPEAT_APART = 16

/** Loudness values per second, as the loudness meter gives them. */
const LOUDNESS_RATE_HZ = 10

/** What the moments are made from; `beats` is empty when the beat cannot be trusted. */
export type MomentSources = {
  durationSecs: number
  beats: Beat[]
  texture: Texture
  curve: OnsetCurve
  momentaryLufs: Float32Array
}

/** The moments of a song, and the units they were compared in. */
export type DescribedMoments = { moments: Moments; similarity: SelfSimilarity; momentsPerUnit: number }

/** Looks at the song beat by beat: how loud, how lively, how new, how often repeated. */
export function describeMoments(sources: MomentSources): DescribedMoments {
  const { durationSecs, beats, texture, curve, momentaryLufs } = sources
  const starts = beats.length > 1 ? beats : steps(durationSecs)
  const startSecs = starts.map(({ secs }) => secs)
  const borders = [...startSecs, Math.max(durationSecs, startSecs[startSecs.length - 1]! + 0.1)]
  const momentsPerUnit = coarseness(startSecs.length)
  const unitBorders = borders.filter((_, i) => i % momentsPerUnit === 0 || i === borders.length - 1)
  const similarity = compareUnits(texture, unitBorders)
  const inUnits = (moments: number) => Math.max(2, Math.round(moments / momentsPerUnit))
  const novelty = measureNovelty(similarity, inUnits(NOVELTY_REACH))
  const repetition = measureRepetition(similarity, inUnits(REPEAT_LENGTH), inUnits(REPEAT_APART))
  const moments: Moments = {
    startSecs: Float64Array.from(startSecs),
    isBarStart: Uint8Array.from(starts, ({ isDownbeat }) => (isDownbeat ? 1 : 0)),
    energy: scale(averageRows(momentaryLufs, 1, LOUDNESS_RATE_HZ, borders), 0.1, 0.95),
    activity: scale(averageRows(curve.all, 1, curve.rateHz, borders), 0, 0.95),
    novelty: spread(novelty, momentsPerUnit, startSecs.length, true),
    repetition: spread(repetition, momentsPerUnit, startSecs.length, false),
  }
  return { moments, similarity, momentsPerUnit }
}

/** Every step may start an excerpt, so each counts as the start of a bar. */
function steps(durationSecs: number): Beat[] {
  const count = Math.max(1, Math.floor(durationSecs / STEP_SECS))
  return Array.from({ length: count }, (_, i) => ({ secs: i * STEP_SECS, isDownbeat: true }))
}

function coarseness(momentCount: number): number {
  let moments = 1
  while (momentCount / moments > MAX_UNITS) moments *= 2
  return moments
}

/** 0 at the low percentile, 1 at the high one. */
function scale(values: Float32Array, lowShare: number, highShare: number): Float32Array {
  const low = percentile(values, lowShare)
  const range = Math.max(1e-6, percentile(values, highShare) - low)
  return values.map((value) => Math.max(0, Math.min(1, (value - low) / range)))
}

/** One value per moment; a change belongs to the unit's first moment only. */
function spread(
  units: Float32Array,
  momentsPerUnit: number,
  count: number,
  isAtStart: boolean,
): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => {
    if (isAtStart && i % momentsPerUnit !== 0) return 0
    return units[Math.floor(i / momentsPerUnit)] ?? 0
  })
}
