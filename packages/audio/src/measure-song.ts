import type { AudioFileInfo, AudioSource } from './audio-source.ts'
import { createMonoResampler } from './decode/mono-resampler.ts'
import { createLoudnessMeter, type MeasuredLoudness } from './loudness/loudness-meter.ts'
import { tooLong } from './song-length.ts'
import { createSideCollector, SIDE_RATE } from './spectrum/side-levels.ts'
import { ANALYSIS_RATE, createFeatureCollector, type SongFeatures } from './spectrum/song-features.ts'

const BLOCK_SAMPLES = 16_384

/** What one pass over a song leaves behind. */
export type SongMeasures = {
  info: AudioFileInfo
  durationSecs: number
  loudness: MeasuredLoudness
  features: SongFeatures
  /** Levels of what the two channels don't share, as `createSideCollector` leaves them. */
  sides: Uint8Array
}

/** Measures a song in one pass, holding no more than a block of it at a time. */
export async function measureSong(source: AudioSource, maxSecs: number): Promise<SongMeasures> {
  const { sampleRate } = source
  const block = [new Float32Array(BLOCK_SAMPLES), new Float32Array(BLOCK_SAMPLES)]
  const meter = createLoudnessMeter(sampleRate, block.length)
  const collector = createFeatureCollector()
  const sideCollector = createSideCollector()
  const resampler = createMonoResampler(sampleRate, ANALYSIS_RATE, BLOCK_SAMPLES)
  const sideResampler = createMonoResampler(sampleRate, SIDE_RATE, BLOCK_SAMPLES, 'SIDES')
  try {
    let sampleCount = 0
    for (let count = await source.read(block); count > 0; count = await source.read(block)) {
      sampleCount += count
      if (sampleCount > maxSecs * sampleRate) throw tooLong(maxSecs)
      meter.push(block, count)
      collector.push(resampler.push(block, count))
      sideCollector.push(sideResampler.push(block, count))
    }
    collector.push(resampler.finish())
    sideCollector.push(sideResampler.finish())
    const durationSecs = sampleCount / sampleRate
    return {
      info: source.info,
      durationSecs,
      loudness: meter.finish(),
      features: collector.finish(),
      sides: sideCollector.finish(),
    }
  } finally {
    resampler.free()
    sideResampler.free()
  }
}
