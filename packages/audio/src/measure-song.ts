import type { AudioFileInfo, AudioSource } from './audio-source.ts'
import { createKernels } from './kernels/kernels.ts'
import { createLoudnessMeter, type MeasuredLoudness } from './loudness/loudness-meter.ts'
import { tooLong } from './song-length.ts'
import { createMonoResampler } from './spectrum/mono-resampler.ts'
import { ANALYSIS_RATE, createFeatureCollector, type SongFeatures } from './spectrum/song-features.ts'

const BLOCK_SAMPLES = 16_384

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
  const [left, right] = [new Float32Array(BLOCK_SAMPLES), new Float32Array(BLOCK_SAMPLES)]
  const block = [left, right]
  const meter = createLoudnessMeter(sampleRate, block.length)
  const collector = createFeatureCollector()
  const resampler = createMonoResampler(createKernels(), sampleRate, ANALYSIS_RATE)
  let sampleCount = 0
  for (let count = await source.read(block); count > 0; count = await source.read(block)) {
    sampleCount += count
    if (sampleCount > maxSecs * sampleRate) throw tooLong(maxSecs)
    meter.push(block, count)
    resampler.push(left, right, count, collector.push)
  }
  resampler.finish(collector.push)
  const durationSecs = sampleCount / sampleRate
  return { info: source.info, durationSecs, loudness: meter.finish(), features: collector.finish() }
}
