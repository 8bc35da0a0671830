import { BAND_COUNT } from '@songreel/kit/core'
import { type AudioAnalysis, type Onset, SPECTRUM_STEP_DB, type Spectrum } from '../audio-analysis.ts'
import { countBefore, percentile } from '../vectors.ts'
import type { Pulse } from './sample-pulses.ts'

// Music without a beat still does things: a note is struck, the chord changes, an instrument comes in, a phrase begins.
// They take the places of beats and bars, so that a template need not know which of the two it follows. All of it is
// found in the whole song, so that two excerpts agree where they overlap.

/** The sound is compared in steps this long, so many before a moment with so many after it. */
const STEP_SECS = 0.1
const REACH_STEPS = 4

/** What lies so far below the loudest of its moment, or of the song, is not heard. */
const MASKED_DB = 36
const INAUDIBLE_DB = 60

/** A quiet part is measured by itself: a gesture is as strong as it is among those of so many seconds around. */
const AROUND_SECS = 5
/** But not by less than this, or near-silence would dance: a share of the song's strong onsets, and decibels a band. */
const LEAST_ONSET = 0.12
const LEAST_CHANGE_DB = 1

/** What is struck counts for so much and what changes for the rest; a change that nobody strikes, for nearly as much. */
const STRUCK_SHARE = 0.4
const UNSTRUCK = 0.85
/** An onset this near tells when a change began. */
const NEAR_SECS = 0.2

/** Weaker than this, it is no gesture; nearer than this, two are one. */
const LEAST_WEIGHT = 0.25
const GESTURE_GAP_SECS = 0.45
/** Phrases lie at least so far apart; where nothing happens for longer than the second, they go on evenly. */
const PHRASE_GAP_SECS = 1.9
const LONGEST_PHRASE_SECS = 4.5
/** A section begins with the phrase nearest to it. */
const SECTION_REACH_SECS = 0.8

/** How high a gesture lifts `beat`, from the weakest to the strongest; a phrase is full. */
const STRENGTH = { least: 0.4, most: 0.85 }

/** What a song without a beat has instead of beats and bars, in order. */
export type Gestures = {
  /** Everything that happens; those that begin a phrase are full. */
  pulses: Pulse[]
  /** Phrases that are heard to begin. */
  phrases: Pulse[]
  /** The same, gone on evenly where nothing happens: for pictures that take a step on each. */
  phraseSecs: number[]
}

type Candidate = { secs: number; weight: number }

/** Finds what happens in a song whose beat cannot be trusted. */
export function findGestures({ onsets, spectrum, sections, durationSecs }: GestureSources): Gestures {
  const changes = measureChanges(spectrum)
  const found = keepStrongest(
    listCandidates(onsets, changes).filter(({ weight }) => weight >= LEAST_WEIGHT),
    GESTURE_GAP_SECS,
  )
  const starts = sections.map(({ startSecs }) => startSecs)
  const lead = (secs: number) => (starts.some((start) => Math.abs(start - secs) < SECTION_REACH_SECS) ? 1 : 0)
  const leading = found.map(({ secs, weight }) => ({ secs, weight: weight + lead(secs) }))
  const phrases = keepStrongest(leading, PHRASE_GAP_SECS).map(({ secs }) => ({ secs, strength: 1 }))
  const isPhrase = new Set(phrases.map(({ secs }) => secs))
  const { least, most } = STRENGTH
  return {
    pulses: found.map(({ secs, weight }) => ({
      secs,
      strength: isPhrase.has(secs) ? 1 : least + (most - least) * Math.min(1, weight),
    })),
    phrases,
    phraseSecs: goOn(
      phrases.map(({ secs }) => secs),
      durationSecs,
    ),
  }
}

type GestureSources = Pick<AudioAnalysis, 'onsets' | 'spectrum' | 'sections' | 'durationSecs'>

/** Onsets with what changes there, and changes that nobody strikes. */
function listCandidates(onsets: readonly Onset[], changes: Float32Array): Candidate[] {
  const changeShare = shareAround(
    Array.from(changes, (strength, step) => ({ secs: step * STEP_SECS, strength })),
    LEAST_CHANGE_DB,
  )
  const onsetShare = shareAround(onsets, LEAST_ONSET)
  const changeAt = (secs: number) => {
    const step = Math.round(secs / STEP_SECS)
    return Math.max(0, ...[-1, 0, 1].map((aside) => changeShare[step + aside] ?? 0))
  }
  const struck = onsets.map(({ secs }, i) => {
    const change = changeAt(secs)
    const weight = STRUCK_SHARE * (onsetShare[i] ?? 0) + (1 - STRUCK_SHARE) * change
    return { secs, weight: Math.max(weight, UNSTRUCK * change) }
  })
  const unstruck = Array.from(changeShare.keys())
    .filter((step) => isPeak(changes, step))
    .map((step) => ({ secs: step * STEP_SECS, weight: UNSTRUCK * (changeShare[step] ?? 0) }))
    .filter(({ secs }) => {
      const next = onsets[countBefore(onsets, (onset) => onset.secs < secs - NEAR_SECS)]
      return !next || next.secs > secs + NEAR_SECS
    })
  return [...struck, ...unstruck]
}

/** By how many decibels the bands rise at each step, on average: a chord or an instrument that was not there before. */
function measureChanges(spectrum: Spectrum): Float32Array {
  const { levels, count } = averageSteps(spectrum)
  const floor = percentile(levels, 0.99) - INAUDIBLE_DB
  const changes = new Float32Array(count)
  const [before, after] = [new Float64Array(BAND_COUNT), new Float64Array(BAND_COUNT)]
  for (let step = 1; step < count; step++) {
    averageInto(before, levels, Math.max(0, step - REACH_STEPS), step)
    averageInto(after, levels, step, Math.min(count, step + REACH_STEPS))
    const masked = Math.max(floor, Math.max(...before, ...after) - MASKED_DB)
    let rise = 0
    for (let band = 0; band < BAND_COUNT; band++) {
      rise += Math.max(0, Math.max(masked, after[band]!) - Math.max(masked, before[band]!))
    }
    changes[step] = rise / BAND_COUNT
  }
  return changes
}

/** The spectrum in decibels above its floor, in steps. */
function averageSteps({ bands, rateHz }: Spectrum): { levels: Float32Array; count: number } {
  const rowCount = Math.floor(bands.length / BAND_COUNT)
  const count = Math.floor(rowCount / rateHz / STEP_SECS)
  const levels = new Float32Array(count * BAND_COUNT)
  for (let step = 0; step < count; step++) {
    const from = Math.round(step * STEP_SECS * rateHz)
    const to = Math.max(from + 1, Math.min(rowCount, Math.round((step + 1) * STEP_SECS * rateHz)))
    for (let band = 0; band < BAND_COUNT; band++) {
      let sum = 0
      for (let row = from; row < to; row++) sum += bands[row * BAND_COUNT + band]!
      levels[step * BAND_COUNT + band] = (SPECTRUM_STEP_DB * sum) / (to - from)
    }
  }
  return { levels, count }
}

function averageInto(means: Float64Array, levels: Float32Array, from: number, to: number): void {
  means.fill(0)
  for (let step = from; step < to; step++) {
    for (let band = 0; band < BAND_COUNT; band++) means[band]! += levels[step * BAND_COUNT + band]!
  }
  for (let band = 0; band < BAND_COUNT; band++) means[band]! /= Math.max(1, to - from)
}

/** How strong each is among those around it, 0..1. */
function shareAround(sorted: readonly Pulse[], least: number): Float32Array {
  let from = 0
  return Float32Array.from(sorted, ({ secs, strength }) => {
    while ((sorted[from]?.secs ?? secs) < secs - AROUND_SECS) from++
    let highest = least
    for (let i = from; i < sorted.length && sorted[i]!.secs <= secs + AROUND_SECS; i++) {
      highest = Math.max(highest, sorted[i]!.strength)
    }
    return strength / highest
  })
}

function isPeak(values: Float32Array, at: number): boolean {
  const value = values[at] ?? 0
  return value > (values[at - 1] ?? 0) && value >= (values[at + 1] ?? 0)
}

/** The strongest first, and none nearer to one that is kept already; in order of time again. */
function keepStrongest(candidates: readonly Candidate[], gapSecs: number): Candidate[] {
  // No two that are kept lie in the same slot, so that only three need to be looked at.
  const kept = new Map<number, Candidate>()
  for (const each of candidates.toSorted((a, b) => b.weight - a.weight || a.secs - b.secs)) {
    const slot = Math.floor(each.secs / gapSecs)
    const near = [slot - 1, slot, slot + 1].map((index) => kept.get(index))
    if (near.every((other) => !other || Math.abs(other.secs - each.secs) >= gapSecs)) kept.set(slot, each)
  }
  return [...kept.values()].sort((a, b) => a.secs - b.secs)
}

/** Long gaps in even parts, before the first and after the last, too. */
function goOn(secs: readonly number[], durationSecs: number): number[] {
  const [first, last] = [secs[0], secs.at(-1)]
  if (first === undefined || last === undefined) return []
  const part = (from: number, to: number) => {
    const count = Math.max(1, Math.ceil((to - from) / LONGEST_PHRASE_SECS))
    return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / count)
  }
  const inner = secs.slice(0, -1).flatMap((each, i) => part(each, secs[i + 1] ?? each))
  return [...part(0, first).slice(1), ...inner, ...part(last, durationSecs)]
}
