/** 23 taps: what folds back comes from far above the bands that are read from the halved stream. */
const HALF_TAPS = 11

const TAPS = createTaps()

/** Halves the sample rate of a stream; output sample k lies exactly on input sample 2k. */
export type RateHalver = {
  push(samples: Float32Array): Float32Array
  finish(): Float32Array
}

/** A half-band low-pass filter: every second tap but the centre is zero. */
export function createRateHalver(): RateHalver {
  let input = new Float32Array(HALF_TAPS)
  let kept = HALF_TAPS
  const push = (samples: Float32Array): Float32Array => {
    const length = kept + samples.length
    if (length > input.length) {
      const larger = new Float32Array(2 * length)
      larger.set(input.subarray(0, kept))
      input = larger
    }
    input.set(samples, kept)
    const output = new Float32Array(Math.max(0, Math.floor((length - 2 * HALF_TAPS - 1) / 2) + 1))
    filter(input, output)
    input.copyWithin(0, 2 * output.length, length)
    kept = length - 2 * output.length
    return output
  }
  return { push, finish: () => push(new Float32Array(HALF_TAPS)) }
}

function filter(input: Float32Array, output: Float32Array): void {
  for (let k = 0; k < output.length; k++) {
    const centre = 2 * k + HALF_TAPS
    let sum = 0.5 * input[centre]!
    for (let tap = 1; tap <= HALF_TAPS; tap += 2)
      sum += TAPS[tap]! * (input[centre - tap]! + input[centre + tap]!)
    output[k] = sum
  }
}

/** A windowed sinc (Blackman), made so that constant sound keeps its level. */
function createTaps(): Float64Array {
  const taps = new Float64Array(HALF_TAPS + 1)
  let sum = 0
  for (let tap = 1; tap <= HALF_TAPS; tap += 2) {
    const position = tap / (HALF_TAPS + 1)
    const window = 0.42 + 0.5 * Math.cos(Math.PI * position) + 0.08 * Math.cos(2 * Math.PI * position)
    taps[tap] = (Math.sin((Math.PI * tap) / 2) / (Math.PI * tap)) * window
    sum += 2 * taps[tap]!
  }
  return taps.map((value) => (value * 0.5) / sum)
}
