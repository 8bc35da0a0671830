import type { Envelope } from '../audio-analysis.ts'
import { createGrowingRows } from './growing-rows.ts'

const FULL_SCALE = 65_535

/** Collects the highest amplitude of every few samples. */
export type EnvelopeCollector = { push(samples: Float32Array): void; finish(): Envelope }

/** One value per `samplesPerValue` samples. */
export function createEnvelopeCollector(sampleRate: number, samplesPerValue: number): EnvelopeCollector {
  const rows = createGrowingRows((length) => new Uint16Array(length), 1)
  let highest = 0
  let count = 0
  const store = () => {
    rows.next()[0] = Math.round(Math.min(1, highest) * FULL_SCALE)
    highest = 0
    count = 0
  }
  return {
    push(samples) {
      for (let i = 0; i < samples.length; i++) {
        const amplitude = Math.abs(samples[i]!)
        if (amplitude > highest) highest = amplitude
        if (++count === samplesPerValue) store()
      }
    },
    finish() {
      if (count > 0) store()
      return { rateHz: sampleRate / samplesPerValue, peaks: rows.finish() }
    },
  }
}
