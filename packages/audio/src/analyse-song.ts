import { BAND_COUNT, GRID_CONFIDENCE } from '@songreel/kit/core'
import type { AudioAnalysis, Beat, Envelope } from './audio-analysis.ts'
import { chooseExcerpts } from './choose-excerpts.ts'
import { openAudio } from './decode/open-audio.ts'
import { measureSong, type SongMeasures } from './measure-song.ts'
import { createPauses, type Pause } from './pauses.ts'
import { findBeats } from './rhythm/find-beats.ts'
import { findOnsets } from './rhythm/find-onsets.ts'
import { createOnsetCurve } from './rhythm/onset-curve.ts'
import { MAX_SONG_SECS } from './song-length.ts'
import { FEATURE_RATE_HZ } from './spectrum/song-features.ts'
import { measureVoice } from './spectrum/voice-levels.ts'
import { describeMoments } from './structure/describe-moments.ts'
import { findKey } from './structure/find-key.ts'
import { findSections } from './structure/find-sections.ts'

/** The usual length of a short video. */
const EXCERPT_SECS = 15

/** Below this share of the song's peak there is no sound, and so no beat. */
const SILENT_SHARE = 0.003

/** Analyses a whole song in one pass over its file. */
export async function analyseSong(
  path: string,
  { signal, maxSecs = MAX_SONG_SECS }: { signal?: AbortSignal; maxSecs?: number },
): Promise<Omit<AudioAnalysis, 'sha256'>> {
  const source = await openAudio(path, { signal, sampleRate: 'SOURCE' })
  try {
    return await describeSong(await measureSong(source, maxSecs), createPauses(signal))
  } finally {
    source.close()
  }
}

/** Derives the analysis from what was measured; a cancel is noticed between the steps. */
export async function describeSong(
  measures: SongMeasures,
  pause: Pause,
): Promise<Omit<AudioAnalysis, 'sha256'>> {
  const { info, durationSecs, loudness, features, sides } = measures
  const { momentaryLufs, integratedLufs, truePeakDbtp } = loudness
  const { flux, envelope, texture, bands, bass } = features
  const curve = createOnsetCurve(features, FEATURE_RATE_HZ)
  const onsets = findOnsets(curve, flux, envelope)
  const found = await findBeats({ curve, onsets, texture, bands }, pause)
  await pause()
  const { tempo } = found
  const beats = keepSounding(found.beats, envelope)
  const trusted = tempo.confidence >= GRID_CONFIDENCE ? beats : []
  const described = describeMoments({ durationSecs, beats: trusted, texture, curve, momentaryLufs })
  await pause()
  const key = findKey(texture)
  const voice = measureVoice(bands, sides)
  const ground = { durationSecs, loudness, tempo, onsets, moments: described.moments, voice }
  return {
    durationSecs,
    sampleRate: info.sampleRate,
    channelCount: info.channelCount,
    codec: info.codec,
    loudness: { integratedLufs, truePeakDbtp },
    tempo,
    ...(key && { key }),
    beats,
    onsets,
    sections: findSections(described, durationSecs),
    excerpts: chooseExcerpts(ground, { secs: EXCERPT_SECS }),
    spectrum: { rateHz: FEATURE_RATE_HZ, bandCount: BAND_COUNT, bands, bass, momentaryLufs },
    envelope,
    moments: described.moments,
    voice,
  }
}

/** Bars are counted over all beats; those in the silence before and after the music are then left out. */
function keepSounding(beats: Beat[], envelope: Envelope): Beat[] {
  const sound = findSound(envelope)
  return beats.filter(({ secs }) => secs >= sound.startSecs - 0.05 && secs <= sound.endSecs)
}

function findSound({ peaks, rateHz }: Envelope): { startSecs: number; endSecs: number } {
  const threshold = SILENT_SHARE * peaks.reduce((highest, value) => Math.max(highest, value), 0)
  const isSound = (value: number) => value > threshold
  return {
    startSecs: peaks.findIndex(isSound) / rateHz,
    endSecs: (peaks.findLastIndex(isSound) + 1) / rateHz,
  }
}
