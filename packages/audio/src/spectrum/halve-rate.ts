import type { AudioKernels } from '../kernels/kernels.ts'

/** 23 taps: what folds back comes from far above the bands that are read from the halved stream. */
const HALF_TAPS = 11

/** Samples that are filtered at once. */
const BLOCK = 4096

/** Halves the sample rate of a stream; output sample k lies exactly on input sample 2k. */
export type RateHalver = {
  push(samples: Float32Array): Float32Array
  finish(): Float32Array
}

/** A half-band low-pass filter: every second tap but the centre is zero. */
export function createRateHalver(kernels: AudioKernels): RateHalver {
  const taps = kernels.floats((HALF_TAPS + 1) / 2)
  taps.values.set(createTaps())
  const input = kernels.floats(BLOCK + 4 * HALF_TAPS)
  const output = kernels.floats(BLOCK)
  let kept = HALF_TAPS

  const pushBlock = (samples: Float32Array): Float32Array => {
    input.values.set(samples, kept)
    const length = kept + samples.length
    const count = Math.max(0, Math.floor((length - 2 * HALF_TAPS - 1) / 2) + 1)
    kernels.run.halveRate(input.pointer, output.pointer, count, taps.pointer, HALF_TAPS)
    input.values.copyWithin(0, 2 * count, length)
    kept = length - 2 * count
    return output.values.subarray(0, count)
  }
  const push = (samples: Float32Array): Float32Array => {
    const halved = new Float32Array(Math.ceil((samples.length + kept) / 2))
    let filled = 0
    for (let start = 0; start < samples.length; start += BLOCK) {
      const part = pushBlock(samples.subarray(start, start + BLOCK))
      halved.set(part, filled)
      filled += part.length
    }
    return halved.subarray(0, filled)
  }
  return { push, finish: () => push(new Float32Array(HALF_TAPS)) }
}

/** A windowed sinc (Blackman) at the odd distances, made so that constant sound keeps its level. */
function createTaps(): Float32Array {
  const taps = Float64Array.from({ length: (HALF_TAPS + 1) / 2 }, (_, i) => {
    const distance = 2 * i + 1
    const position = distance / (HALF_TAPS + 1)
    const window = 0.42 + 0.5 * Math.cos(Math.PI * position) + 0.08 * Math.cos(2 * Math.PI * position)
    return (Math.sin((Math.PI * distance) / 2) / (Math.PI * distance)) * window
  })
  const sum = taps.reduce((total, tap) => total + 2 * tap, 0)
  return Float32Array.from(taps, (tap) => (tap * 0.5) / sum)
}
