import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { avChannelLayoutDefault } from 'node-av/lib'
import { RenderError } from '../errors.ts'
import type { AudioFileInfo, AudioSource } from './audio-source.ts'
import { createResampler, type Resampler } from './decode/resampler.ts'
import { createLoudnessMeter, type MeasuredLoudness } from './loudness/loudness-meter.ts'
import { ANALYSIS_RATE, createFeatureCollector, type SongFeatures } from './spectrum/song-features.ts'

const BLOCK_SAMPLES = 16_384

/** What a song lasts at most, unless told otherwise. */
export const MAX_SONG_SECS = 2 * 60 * 60

/** What one pass over a song leaves behind. */
export type SongMeasures = {
  info: AudioFileInfo
  durationSecs: number
  loudness: MeasuredLoudness
  features: SongFeatures
}

/** Measures a song in one pass, holding no more than a block of it at a time. */
export async function measureSong(source: AudioSource, maxSecs: number): Promise<SongMeasures> {
  const { sampleRate } = source
  const block = [new Float32Array(BLOCK_SAMPLES), new Float32Array(BLOCK_SAMPLES)]
  const meter = createLoudnessMeter(sampleRate, block.length)
  const collector = createFeatureCollector()
  const form = { format: AV_SAMPLE_FMT_FLTP, sampleRate, layout: avChannelLayoutDefault(2) }
  const resampler = createResampler(form, ANALYSIS_RATE, 1)
  try {
    let sampleCount = 0
    for (let count = await source.read(block); count > 0; count = await source.read(block)) {
      sampleCount += count
      if (sampleCount > maxSecs * sampleRate) throw tooLong(maxSecs)
      meter.push(block, count)
      collector.push(convert(resampler, block, count))
    }
    collector.push(convert(resampler, null, 0))
    const durationSecs = sampleCount / sampleRate
    return { info: source.info, durationSecs, loudness: meter.finish(), features: collector.finish() }
  } finally {
    resampler.free()
  }
}

/** A song of more than the seconds that are allowed. */
export function tooLong(maxSecs: number): RenderError {
  const limit = maxSecs < 600 ? `${maxSecs} s` : `${Math.round(maxSecs / 60)} min`
  return new RenderError('ASSET_TOO_LARGE', `The song is longer than ${limit}.`, { maxSecs })
}

/** Both channels become one at the analysis' rate; without samples, what is left inside comes out. */
function convert(resampler: Resampler, channels: Float32Array[] | null, count: number): Float32Array {
  const planes =
    channels?.map((samples) => Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)) ?? null
  const converted = resampler.convert(planes, count)
  return resampler.output[0]?.subarray(0, converted) ?? new Float32Array(0)
}
