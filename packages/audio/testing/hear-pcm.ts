import { describeSong } from '../src/analyse-song.ts'
import type { AudioAnalysis } from '../src/audio-analysis.ts'
import { createLoudnessMeter } from '../src/loudness/loudness-meter.ts'
import type { SongMeasures } from '../src/measure-song.ts'
import { createPauses } from '../src/pauses.ts'
import type { Pcm } from '../src/pcm.ts'
import { createSideCollector, SIDE_RATE } from '../src/spectrum/side-levels.ts'
import { ANALYSIS_RATE, createFeatureCollector } from '../src/spectrum/song-features.ts'

/** Listens to sound in memory, which must have the analysis' own rate: no file, no decoder. */
export function hearPcm({ sampleRate, channels }: Pcm): SongMeasures {
  if (sampleRate !== ANALYSIS_RATE) throw new Error(`make the sound at ${ANALYSIS_RATE} Hz`)
  const [left, right = left] = channels as [Float32Array, Float32Array?]
  const meter = createLoudnessMeter(sampleRate, 2)
  meter.push([left, right], left.length)
  const collector = createFeatureCollector()
  collector.push(left.map((sample, i) => 0.5 * (sample + right[i]!)))
  const sides = createSideCollector()
  // Every other sample: what folds back lies above the voice.
  const [evenLeft, evenRight] = [left, right].map((samples) =>
    samples.filter((_, i) => i % (ANALYSIS_RATE / SIDE_RATE) === 0),
  ) as [Float32Array, Float32Array]
  sides.push(evenLeft.map((sample, i) => 0.5 * (sample - evenRight[i]!)))
  return {
    info: { sampleRate, channelCount: channels.length, codec: 'pcm' },
    durationSecs: left.length / sampleRate,
    loudness: meter.finish(),
    features: collector.finish(),
    sides: sides.finish(),
  }
}

/** The analysis of sound in memory. */
export async function analysePcm(pcm: Pcm): Promise<AudioAnalysis> {
  return { sha256: '0'.repeat(64), ...(await describeSong(hearPcm(pcm), createPauses(undefined))) }
}
