import { readCachedAnalysis, writeCachedAnalysis } from './analysis-cache.ts'
import type { AudioAnalysis, Beat, Envelope } from './audio-analysis.ts'
import { BAND_COUNT, GRID_CONFIDENCE } from './audio-track.ts'
import { chooseExcerpts } from './choose-excerpts.ts'
import { openAudio } from './decode/open-audio.ts'
import { hashFile } from './hash-file.ts'
import { type Heard, listen } from './listen.ts'
import { findBeats } from './rhythm/find-beats.ts'
import { findDownbeats } from './rhythm/find-downbeats.ts'
import { alignBeats, findOnsets } from './rhythm/find-onsets.ts'
import { createOnsetCurve, type OnsetCurve } from './rhythm/onset-curve.ts'
import { FEATURE_RATE_HZ } from './spectrum/song-features.ts'
import { describeMoments } from './structure/describe-moments.ts'
import { findKey } from './structure/find-key.ts'
import { findSections } from './structure/find-sections.ts'
import { createTurns, type Turns } from './turns.ts'

/** The usual length of a short video. */
const EXCERPT_SECS = 15

/** What a song lasts at most, unless told otherwise. */
const MAX_SECS = 2 * 60 * 60

/** Below this share of the song's peak there is no sound, and so no beat. */
const SILENT_SHARE = 0.003

/** How an analysis is asked for. */
export type AnalyseOptions = {
  signal?: AbortSignal
  /** Where analyses are kept between renders; without it nothing is kept. */
  cacheFolder?: string
  /** The file's SHA-256 if it is known already. */
  sha256?: string
  /** Longer songs are refused; default two hours. */
  maxSecs?: number
}

/** Listens to a whole song once and says what a video needs to know; the answer is kept by the file's content. */
export async function analyseAudio(path: string, options: AnalyseOptions = {}): Promise<AudioAnalysis> {
  const { signal, cacheFolder } = options
  const sha256 = options.sha256 ?? (await hashFile(path, { signal }))
  const known = cacheFolder && (await readCachedAnalysis(cacheFolder, sha256))
  if (known) return known

  const source = await openAudio(path, { signal, sampleRate: 'SOURCE' })
  try {
    const heard = await listen(source, options.maxSecs ?? MAX_SECS)
    const analysis = { sha256, ...(await describeSong(heard, createTurns(signal))) }
    if (cacheFolder) await writeCachedAnalysis(cacheFolder, analysis)
    return analysis
  } finally {
    source.close()
  }
}

/** Draws the conclusions from what was heard; a cancel is seen between the steps. */
export async function describeSong(heard: Heard, turns: Turns): Promise<Omit<AudioAnalysis, 'sha256'>> {
  const { info, durationSecs, loudness, features } = heard
  const { momentaryLufs, integratedLufs, truePeakDbtp } = loudness
  const { flux, envelope, texture, bands, bass } = features
  const curve = createOnsetCurve(flux, FEATURE_RATE_HZ)
  const onsets = findOnsets(curve, flux, envelope)
  const { tempo, beatSecs } = await findBeats(curve, turns)
  await turns()
  const beats = placeBeats(alignBeats(beatSecs, onsets), curve, { texture, envelope })
  const trusted = tempo.confidence >= GRID_CONFIDENCE ? beats : []
  const described = describeMoments({ durationSecs, beats: trusted, texture, curve, momentaryLufs })
  await turns()
  const key = findKey(texture)
  const ground = { durationSecs, tempo, onsets, moments: described.moments }
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
  }
}

/** Bars are counted over all beats; those in the silence before and after the music are then left out. */
function placeBeats(
  beatSecs: number[],
  curve: OnsetCurve,
  { texture, envelope }: Pick<Heard['features'], 'texture' | 'envelope'>,
): Beat[] {
  const bars = findDownbeats(beatSecs, texture, curve)
  const sound = findSound(envelope)
  return bars.beatSecs
    .map((secs, beat) => ({ secs, isDownbeat: bars.isDownbeat[beat]! }))
    .filter(({ secs }) => secs >= sound.startSecs - 0.05 && secs <= sound.endSecs)
}

function findSound({ peaks, rateHz }: Envelope): { startSecs: number; endSecs: number } {
  const threshold = SILENT_SHARE * peaks.reduce((highest, value) => Math.max(highest, value), 0)
  const isSound = (value: number) => value > threshold
  return {
    startSecs: peaks.findIndex(isSound) / rateHz,
    endSecs: (peaks.findLastIndex(isSound) + 1) / rateHz,
  }
}
