import {
  type AudioTrackData,
  GRID_CONFIDENCE,
  mapInPlace,
  sharedFloats,
  type TrackSection,
} from '@songreel/kit/core'
import type { AudioAnalysis } from '../audio-analysis.ts'
import { limitRises, thinPulses } from './limit-pulses.ts'
import { sampleBands } from './sample-bands.ts'
import { sampleLoudness } from './sample-loudness.ts'
import { sampleBarPosition, samplePulses } from './sample-pulses.ts'

/** A beat fades like this; downbeats are full, other beats less. */
const BEAT_FADE_SECS = 0.2
const PLAIN_BEAT = 0.6

/** Onsets fade faster, because they come faster. */
const ONSET_FADE_SECS = 0.12

/** Without a trusted beat only clear onsets take its place. */
const CLEAR_ONSET = 0.3

/** No screen has more columns than this. */
const MAX_PEAKS = 16_384

/** The part of the song that is drawn, and how often. */
export type TrackRange = { startSecs: number; endSecs: number; fps: number }

/** Reads the analysis at every frame of an excerpt: frame i shows the sound around `startSecs + i / fps`. */
export function sampleAudioTrack(analysis: AudioAnalysis, range: TrackRange): AudioTrackData {
  const { startSecs, endSecs, fps } = range
  const durationSecs = endSecs - startSecs
  const times = { startSecs, fps, frameCount: Math.max(1, Math.round(durationSecs * fps)) }
  const { beats, onsets, tempo, spectrum } = analysis
  const hasGrid = tempo.confidence >= GRID_CONFIDENCE && beats.length > 1
  const clearOnsets = onsets.filter(({ strength }) => strength >= CLEAR_ONSET)
  const beatPulses = beats.map(({ secs, isDownbeat }) => ({ secs, strength: isDownbeat ? 1 : PLAIN_BEAT }))
  const downbeats = hasGrid ? beats.filter(({ isDownbeat }) => isDownbeat) : []
  // A beat within half a frame of the start is shown on the first frame, so it belongs to the excerpt.
  const listWithin = (events: { secs: number }[]) =>
    events
      .filter(({ secs }) => secs >= startSecs - 0.5 / fps && secs < endSecs)
      .map(({ secs }) => Math.max(0, secs - startSecs))
  return {
    ...times,
    durationSecs,
    bpm: tempo.bpm,
    confidence: tempo.confidence,
    ...limitLevels(sampleBands(spectrum, times), fps),
    loudness: sampleLoudness(spectrum.momentaryLufs, times),
    beat: samplePulses(thinPulses(hasGrid ? beatPulses : clearOnsets), BEAT_FADE_SECS, times),
    downbeat: samplePulses(
      thinPulses(downbeats.map(({ secs }) => ({ secs, strength: 1 }))),
      BEAT_FADE_SECS,
      times,
    ),
    onset: samplePulses(onsets, ONSET_FADE_SECS, times),
    barPosition: sampleBarPosition(
      downbeats.map(({ secs }) => secs),
      times,
    ),
    peaks: samplePeaks(analysis, range),
    sections: clipSections(analysis, range),
    beatSecs: hasGrid ? listWithin(beats) : [],
    downbeatSecs: listWithin(downbeats),
  }
}

/** What large areas may follow; bands move small things only. */
function limitLevels({ bands, bass, glow }: ReturnType<typeof sampleBands>, fps: number) {
  return { bands, bass: limitRises(bass, fps), glow: limitRises(glow, fps) }
}

function samplePeaks({ envelope }: AudioAnalysis, { startSecs, endSecs }: TrackRange): Float32Array {
  const { peaks, rateHz } = envelope
  const from = Math.max(0, Math.round(startSecs * rateHz))
  const to = Math.min(peaks.length, Math.round(endSecs * rateHz))
  const count = Math.max(1, Math.min(MAX_PEAKS, to - from))
  const folded = sharedFloats(count)
  for (let i = from; i < to; i++) {
    const column = Math.min(count - 1, Math.floor(((i - from) * count) / (to - from)))
    folded[column] = Math.max(folded[column] ?? 0, peaks[i] ?? 0)
  }
  const highest = folded.reduce((top, value) => Math.max(top, value), 0)
  if (highest > 0) mapInPlace(folded, (value) => value / highest)
  return folded
}

function clipSections({ sections }: AudioAnalysis, { startSecs, endSecs }: TrackRange): TrackSection[] {
  const inside = sections.filter((section) => section.startSecs < endSecs && section.endSecs > startSecs)
  const clipped = inside.map((section) => ({
    ...section,
    startSecs: Math.max(0, section.startSecs - startSecs),
    endSecs: Math.min(endSecs, section.endSecs) - startSecs,
  }))
  return clipped.length > 0
    ? clipped
    : [{ startSecs: 0, endSecs: endSecs - startSecs, label: 'A', energy: 0 }]
}
