import type { AudioKernels, Region } from '../kernels/kernels.ts'

/** Turns frames of samples into the power of their frequencies. */
export type PowerSpectrum = {
  /** What the kernels know it by. */
  readonly record: number
  /** size / 2 + 1 values; a sine of full scale gives 1. Overwritten by the next frame. */
  readonly power: Region<Float32Array>
}

/** With a Hann window over `size` samples (a power of two, 32 or more). */
export function createPowerSpectrum(kernels: AudioKernels, size: number): PowerSpectrum {
  const window = kernels.floats(size)
  for (let i = 0; i < size; i++) window.values[i] = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size)
  const power = kernels.floats(size / 2 + 1)
  const record = kernels.record([
    ['i32', size],
    // A Hann window halves the amplitude, and a real sine shows half of it at its positive frequency.
    ['f32', (4 / size) ** 2],
    ['i32', window.pointer],
    ['i32', createOrder(kernels, size / 2).pointer],
    ['i32', createTwiddles(kernels, size / 2).pointer],
    ['i32', createLastTwiddles(kernels, size).pointer],
    ['i32', kernels.floats(size).pointer],
    ['i32', power.pointer],
  ])
  return { record, power }
}

/** The first quarter of the indices, each with its bits reversed: the others follow from them. */
function createOrder(kernels: AudioKernels, length: number): Region<Uint16Array> {
  const order = kernels.shorts(length / 4)
  for (let i = 1; i < length / 4; i++)
    order.values[i] = (order.values[i >> 1]! >> 1) | (i & 1 ? length >> 1 : 0)
  return order
}

/** For each stage its cosines, then its sines. */
function createTwiddles(kernels: AudioKernels, length: number): Region<Float32Array> {
  const twiddles = kernels.floats(2 * length)
  let at = 0
  for (let stage = 4; stage < length; stage *= 2) {
    for (let i = 0; i < stage; i++) {
      twiddles.values[at + i] = Math.cos((Math.PI * i) / stage)
      twiddles.values[at + stage + i] = -Math.sin((Math.PI * i) / stage)
    }
    at += 2 * stage
  }
  return twiddles
}

function createLastTwiddles(kernels: AudioKernels, size: number): Region<Float32Array> {
  const count = size / 4 + 1
  const twiddles = kernels.floats(2 * count)
  for (let i = 0; i < count; i++) {
    twiddles.values[i] = Math.cos((2 * Math.PI * i) / size)
    twiddles.values[count + i] = -Math.sin((2 * Math.PI * i) / size)
  }
  return twiddles
}
