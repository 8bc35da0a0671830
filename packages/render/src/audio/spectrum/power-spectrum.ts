import type { AudioKernels, Region } from '../kernels/kernels.ts'

/** Turns a frame of samples into the power of its frequencies. */
export type PowerSpectrum = {
  /** size / 2 + 1 values; a sine of full scale gives 1. Overwritten by the next call. */
  readonly power: Region<Float32Array>
  measure(frame: Float32Array): void
}

/** With a Hann window over `size` samples (a power of two). */
export function createPowerSpectrum(kernels: AudioKernels, size: number): PowerSpectrum {
  const frameRegion = kernels.floats(size)
  const window = kernels.floats(size)
  for (let i = 0; i < size; i++) window.values[i] = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size)
  const order = createOrder(kernels, size / 2)
  const twiddles = createTwiddles(kernels, size / 2)
  const lastTwiddles = createLastTwiddles(kernels, size)
  const work = kernels.floats(size)
  const power = kernels.floats(size / 2 + 1)
  // A Hann window halves the amplitude, and a real sine shows half of it at its positive frequency.
  const scale = (4 / size) ** 2
  return {
    power,
    measure(frame) {
      frameRegion.values.set(frame)
      kernels.run.powerSpectrum(
        frameRegion.pointer,
        window.pointer,
        order.pointer,
        twiddles.pointer,
        lastTwiddles.pointer,
        work.pointer,
        power.pointer,
        size,
        scale,
      )
    },
  }
}

/** Each index with its bits reversed. */
function createOrder(kernels: AudioKernels, length: number): Region<Uint16Array> {
  const order = kernels.shorts(length)
  for (let i = 1; i < length; i++) order.values[i] = (order.values[i >> 1]! >> 1) | (i & 1 ? length >> 1 : 0)
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
