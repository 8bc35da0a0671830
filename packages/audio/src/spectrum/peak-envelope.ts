import type { Envelope } from '../audio-analysis.ts'
import type { AudioKernels } from '../kernels/kernels.ts'
import { createGrowingRows } from './growing-rows.ts'

/** Values made at once. */
const BLOCK_VALUES = 256

/** Collects the highest amplitude of every few samples. */
export type EnvelopeCollector = { push(samples: Float32Array): void; finish(): Envelope }

/** One value per `samplesPerValue` samples. */
export function createEnvelopeCollector(
  kernels: AudioKernels,
  sampleRate: number,
  samplesPerValue: number,
): EnvelopeCollector {
  const input = kernels.floats(BLOCK_VALUES * samplesPerValue)
  const peaks = kernels.shorts(BLOCK_VALUES)
  const rows = createGrowingRows((length) => new Uint16Array(length), 1)
  let filled = 0
  const store = () => {
    const count = Math.ceil(filled / samplesPerValue)
    input.values.fill(0, filled)
    kernels.run.peakEnvelope(input.pointer, samplesPerValue, count, peaks.pointer)
    rows.append(peaks.values.subarray(0, count))
    filled = 0
  }
  return {
    push(samples) {
      for (let start = 0; start < samples.length; ) {
        const part = samples.subarray(start, start + input.values.length - filled)
        input.values.set(part, filled)
        filled += part.length
        start += part.length
        if (filled === input.values.length) store()
      }
    },
    finish() {
      if (filled > 0) store()
      return { rateHz: sampleRate / samplesPerValue, peaks: rows.finish() }
    },
  }
}
