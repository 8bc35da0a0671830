import {
  type AudioTrackData,
  GRID_CONFIDENCE,
  mapInPlace,
  sharedFloats,
  type TrackSection,
} from '@songreel/kit/core'
import type { AudioAnalysis } from '../audio-analysis.ts'
import { findGestures } from './find-gestures.ts'
import type { FrameTimes } from './frame-times.ts'
import { limitRises, thinPulses } from './limit-pulses.ts'
import { sampleBands } from './sample-bands.ts'
import { sampleLoudness } from './sample-loudness.ts'
import { type Pulse, sampleBarPosition, samplePulses } from './sample-pulses.ts'
import { sampleSwells } from './sample-swells.ts'

/** A beat fades like this; downbeats are full, other beats less. */
const BEAT_FADE_SECS = 0.2
const PLAIN_BEAT = 0.6

/** Onsets fade faster, because they come faster. */
const ONSET_FADE_SECS = 0.12

/** What takes the place of beats where there are none is rarely struck: it fades like a swell. */
const GESTURE_FADE_SECS = 0.35
/** How much of `bass` and `glow` a swell fills where there is no beat to fill them. */
const SWELL_SHARE = 0.8

/** No screen has more columns than this. */
const MAX_PEAKS = 16_384

/** The part of the song that is drawn, and how often. */
export type TrackRange = { startSecs: number; endSecs: number; fps: number }

/** Reads the analysis at every frame of an excerpt: frame i shows the sound around `startSecs + i / fps`. */
export function sampleAudioTrack(analysis: AudioAnalysis, range: TrackRange): AudioTrackData {
  const { startSecs, endSecs, fps } = range
  const durationSecs = endSecs - startSecs
  const times = { startSecs, fps, frameCount: Math.max(1, Math.round(durationSecs * fps)) }
  const { onsets, tempo, spectrum } = analysis
  const rhythm = findRhythm(analysis)
  // A beat within half a frame of the start is shown on the first frame, so it belongs to the excerpt.
  const listWithin = (moments: readonly number[]) =>
    moments
      .filter((secs) => secs >= startSecs - 0.5 / fps && secs < endSecs)
      .map((secs) => Math.max(0, secs - startSecs))
  return {
    ...times,
    durationSecs,
    bpm: tempo.bpm,
    confidence: tempo.confidence,
    ...sampleLevels(analysis, times, rhythm),
    loudness: sampleLoudness(spectrum.momentaryLufs, times),
    beat: samplePulses(thinPulses(rhythm.beats), rhythm.fadeSecs, times),
    downbeat: samplePulses(thinPulses(rhythm.downbeats), rhythm.fadeSecs, times),
    onset: samplePulses(onsets, ONSET_FADE_SECS, times),
    barPosition: sampleBarPosition(rhythm.downbeatSecs, times),
    peaks: samplePeaks(analysis, range),
    sections: clipSections(analysis, range),
    beatSecs: listWithin(rhythm.beatSecs),
    downbeatSecs: listWithin(rhythm.downbeatSecs),
  }
}

/** What the pictures move to: the beat, or what the music does instead. */
type Rhythm = {
  beats: Pulse[]
  downbeats: Pulse[]
  beatSecs: number[]
  downbeatSecs: number[]
  fadeSecs: number
  hasGrid: boolean
}

function findRhythm(analysis: AudioAnalysis): Rhythm {
  const { beats, tempo } = analysis
  const hasGrid = tempo.confidence >= GRID_CONFIDENCE && beats.length > 1
  if (!hasGrid) {
    const { pulses, phrases, phraseSecs } = findGestures(analysis)
    const beatSecs = [...new Set([...pulses.map(({ secs }) => secs), ...phraseSecs])].sort((a, b) => a - b)
    const lists = { beats: pulses, downbeats: phrases, beatSecs, downbeatSecs: phraseSecs }
    return { ...lists, fadeSecs: GESTURE_FADE_SECS, hasGrid }
  }
  const downbeats = beats.filter(({ isDownbeat }) => isDownbeat).map(({ secs }) => ({ secs, strength: 1 }))
  return {
    beats: beats.map(({ secs, isDownbeat }) => ({ secs, strength: isDownbeat ? 1 : PLAIN_BEAT })),
    downbeats,
    beatSecs: beats.map(({ secs }) => secs),
    downbeatSecs: downbeats.map(({ secs }) => secs),
    fadeSecs: BEAT_FADE_SECS,
    hasGrid,
  }
}

/** What large areas may follow is limited; bands move small things only. */
function sampleLevels({ spectrum }: AudioAnalysis, times: FrameTimes, { hasGrid }: Rhythm) {
  const { bands, bass, glow } = sampleBands(spectrum, times)
  if (!hasGrid) {
    const swells = sampleSwells(spectrum.momentaryLufs, times)
    for (const levels of [bass, glow])
      mapInPlace(levels, (level, frame) => Math.max(level, SWELL_SHARE * (swells[frame] ?? 0)))
  }
  return { bands, bass: limitRises(bass, times.fps), glow: limitRises(glow, times.fps) }
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
