import type { AudioTrackData } from '@songreel/kit/core'
import type { AudioAnalysis } from './audio-analysis.ts'
import type { TrackRange } from './track/sample-audio-track.ts'

/** A part of an analysed song, frame by frame: what templates move to. */
export async function sampleAnalysis(analysis: AudioAnalysis, range: TrackRange): Promise<AudioTrackData> {
  const { sampleAudioTrack } = await loadSampler()
  return sampleAudioTrack(analysis, range)
}

/** Loads all that samples; whoever only knows songs needs none of it. */
export function loadSampler(): Promise<typeof import('./track/sample-audio-track.ts')> {
  return import('./track/sample-audio-track.ts')
}
