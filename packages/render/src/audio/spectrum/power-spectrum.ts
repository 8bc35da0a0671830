import FFT from 'fft.js'

/** Turns a frame of samples into the power of its frequencies. */
export type PowerSpectrum = {
  /** size / 2 + 1 values; a sine of full scale gives 1. Overwritten by the next call. */
  readonly power: Float32Array
  measure(frame: Float32Array): void
}

/** With a Hann window over `size` samples (a power of two). */
export function createPowerSpectrum(size: number): PowerSpectrum {
  const fft = new FFT(size)
  const window = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size))
  const input = new Float64Array(size)
  const output = fft.createComplexArray()
  const power = new Float32Array(size / 2 + 1)
  // A Hann window halves the amplitude, and a real sine shows half of it at its positive frequency.
  const scale = (4 / size) ** 2
  return {
    power,
    measure(frame) {
      for (let i = 0; i < size; i++) input[i] = frame[i]! * window[i]!
      fft.realTransform(output, input)
      for (let bin = 0; bin <= size / 2; bin++) {
        const re = output[2 * bin]!
        const im = output[2 * bin + 1]!
        power[bin] = scale * (re * re + im * im)
      }
    },
  }
}
