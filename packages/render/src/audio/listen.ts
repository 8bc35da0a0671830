import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { avChannelLayoutDefault } from 'node-av/lib'
import { RenderError } from '../errors.ts'
import type { AudioFileInfo, AudioSource } from './audio-source.ts'
import { createResampler, type Resampler } from './decode/resampler.ts'
import { createLoudnessMeter, type MeasuredLoudness } from './loudness/loudness-meter.ts'
import { ANALYSIS_RATE, createFeatureCollector, type SongFeatures } from './spectrum/song-features.ts'

const BLOCK_SAMPLES = 16_384

/** What one pass over a song leaves behind. */
export type Heard = {
  info: AudioFileInfo
  durationSecs: number
  loudness: MeasuredLoudness
  features: SongFeatures
}

/** Listens to a song once, from start to end, holding no more than a block of it. */
export async function listen(source: AudioSource, maxSecs: number): Promise<Heard> {
  const { sampleRate } = source
  const block = [new Float32Array(BLOCK_SAMPLES), new Float32Array(BLOCK_SAMPLES)]
  const mono = new Float32Array(BLOCK_SAMPLES)
  const meter = createLoudnessMeter(sampleRate, block.length)
  const collector = createFeatureCollector()
  const form = { format: AV_SAMPLE_FMT_FLTP, sampleRate, layout: avChannelLayoutDefault(1) }
  const resampler = createResampler(form, ANALYSIS_RATE, 1)
  try {
    let sampleCount = 0
    for (let count = await source.read(block); count > 0; count = await source.read(block)) {
      sampleCount += count
      if (sampleCount > maxSecs * sampleRate) throw tooLong(maxSecs)
      meter.push(block, count)
      collector.push(convert(resampler, mixToMono(block, count, mono)))
    }
    collector.push(convert(resampler, null))
    const durationSecs = sampleCount / sampleRate
    return { info: source.info, durationSecs, loudness: meter.finish(), features: collector.finish() }
  } finally {
    resampler.free()
  }
}

function tooLong(maxSecs: number): RenderError {
  const limit = maxSecs < 600 ? `${maxSecs} s` : `${Math.round(maxSecs / 60)} min`
  return new RenderError('ASSET_TOO_LARGE', `The song is longer than ${limit}.`, { maxSecs })
}

function mixToMono([left, right]: Float32Array[], count: number, mono: Float32Array): Float32Array {
  for (let i = 0; i < count; i++) mono[i] = 0.5 * (left![i]! + right![i]!)
  return mono.subarray(0, count)
}

function convert(resampler: Resampler, samples: Float32Array | null): Float32Array {
  const bytes = samples && [Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]
  const count = resampler.convert(bytes, samples?.length ?? 0)
  return resampler.output[0]?.subarray(0, count) ?? new Float32Array(0)
}
