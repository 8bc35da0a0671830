import type { AudioKernels } from '../kernels/kernels.ts'

const BLOCK = 8192

/** Measures the energy of two channels after the filters of ITU-R BS.1770-4 (shelf for the head, high-pass). */
export type KWeighting = {
  /** The sum of squares of each channel between two samples; the filters go on where they were. */
  measure(left: Float32Array, right: Float32Array, from: number, to: number): [number, number]
}

/** The filters of the standard, derived for any sample rate. */
export function createKWeighting(kernels: AudioKernels, sampleRate: number): KWeighting {
  const [left, right] = [kernels.floats(BLOCK), kernels.floats(BLOCK)]
  const filter = kernels.doubles(7)
  filter.values.set([...createShelf(sampleRate), ...createHighPass(sampleRate)])
  // Five pairs, and room for the kernel's own.
  const state = kernels.doubles(10 + 2 * 256)
  const sums = state.values.subarray(8, 10)
  return {
    measure(leftSamples, rightSamples, from, to) {
      sums.fill(0)
      for (let start = from; start < to; start += BLOCK) {
        const end = Math.min(to, start + BLOCK)
        left.values.set(leftSamples.subarray(start, end))
        right.values.set(rightSamples.subarray(start, end))
        kernels.run.weighPair(left.pointer, right.pointer, end - start, filter.pointer, state.pointer)
      }
      const [leftEnergy = 0, rightEnergy = 0] = sums
      return [leftEnergy, rightEnergy]
    },
  }
}

/** b0 b1 b2 a1 a2. Constants: the analogue prototype behind the standard's table for 48 kHz. */
function createShelf(sampleRate: number): number[] {
  const gain = 10 ** (3.999843853973347 / 20)
  const gainMid = gain ** 0.4996667741545416
  const q = 0.7071752369554196
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const a0 = 1 + k / q + k * k
  return [
    (gain + (gainMid * k) / q + k * k) / a0,
    (2 * (k * k - gain)) / a0,
    (gain - (gainMid * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ]
}

/** a1 a2; the numerator is 1, -2, 1, as in the standard. */
function createHighPass(sampleRate: number): [number, number] {
  const q = 0.5003270373238773
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const a0 = 1 + k / q + k * k
  return [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0]
}
