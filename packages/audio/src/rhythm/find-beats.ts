import type { Beat, Onset, Tempo } from '../audio-analysis.ts'
import type { Pause } from '../pauses.ts'
import { countBefore, listDifferences } from '../vectors.ts'
import { chooseMetre } from './choose-metre.ts'
import { countBars } from './count-bars.ts'
import { alignBeats } from './find-onsets.ts'
import { findPulse } from './find-pulse.ts'
import { measureTrust } from './pulse-clarity.ts'
import { gatherTicks, type SoundSources, TICKS, type TickEvidence } from './tick-evidence.ts'

/** Shorter than this, nothing can be said about a beat. */
const MIN_SECS = 3

const NO_BEATS: FoundBeats = { tempo: { bpm: 0, confidence: 0, isSteady: false }, beats: [] }

/** Where things start and change in a song. */
export type BeatSources = SoundSources & { onsets: Onset[] }

/** Beats in time, and how far they can be trusted. */
export type FoundBeats = { tempo: Tempo; beats: Beat[] }

/** Finds a regular pulse first, then how listeners would count it: which pulses are beats, and which beats start bars. */
export async function findBeats(sources: BeatSources, pause: Pause): Promise<FoundBeats> {
  const { curve } = sources
  const durationSecs = curve.all.length / curve.rateHz
  if (durationSecs < MIN_SECS || curve.all.every((value) => value === 0)) return NO_BEATS
  const { evidence, pulseBpm, onsetsPerSec, isSteady } = await tracePulse(sources, pause)
  const chosen = chooseMetre(evidence, pulseBpm, onsetsPerSec)
  if (!chosen) return NO_BEATS
  const { metre, leanings } = chosen
  const beats = countBars(evidence, metre, leanings).map((isDownbeat, beat) => ({
    secs: evidence.tickSecs[metre.phase + beat * metre.period] ?? durationSecs,
    isDownbeat,
  }))
  const beatSecs = beats.map(({ secs }) => secs)
  const bpm = isSteady ? (pulseBpm * TICKS) / metre.period : typicalBpm(beatSecs)
  return { tempo: { bpm, confidence: measureTrust(curve, beatSecs), isSteady }, beats }
}

/** A song's pulse, and what speaks for beats and bars along it. */
export type TracedPulse = {
  evidence: TickEvidence
  pulseBpm: number
  onsetsPerSec: number
  isSteady: boolean
}

/** Follows the pulse and reads what starts and changes along it. */
export async function tracePulse(sources: BeatSources, pause: Pause): Promise<TracedPulse> {
  const { curve, onsets } = sources
  const { pulseSecs: roughSecs, isSteady } = await findPulse(curve, pause)
  const pulseSecs = alignBeats(roughSecs, onsets)
  await pause()
  return {
    evidence: gatherTicks(pulseSecs, sources),
    pulseBpm: typicalBpm(pulseSecs),
    onsetsPerSec: (onsets.length * curve.rateHz) / curve.all.length,
    isSteady,
  }
}

/** The tempo that most beats agree on within 3 %; measured over four beats, because single ones scatter. */
function typicalBpm(beatSecs: number[]): number {
  const spans = listDifferences(beatSecs, 4).sort((a, b) => a - b)
  let agreed: number[] = []
  for (const [from, shortest] of spans.entries()) {
    const to = countBefore(spans, (span) => span <= shortest * 1.03)
    if (to - from > agreed.length) agreed = spans.slice(from, to)
  }
  return agreed.length > 0 ? (240 * agreed.length) / agreed.reduce((sum, span) => sum + span, 0) : 0
}
