/** Even count of zeros around the centre; 31 taps keep aliases 60 dB down. */
const HALF_TAPS = 15

const TAPS = createTaps()

/** Halves the sample rate of a stream; output sample k lies exactly on input sample 2k. */
export type RateHalver = {
  push(samples: Float32Array): Float32Array
  finish(): Float32Array
}

/** A half-band low-pass filter: every second tap but the centre is zero. */
export function createRateHalver(): RateHalver {
  let pending = new Float32Array(HALF_TAPS)
  const push = (samples: Float32Array): Float32Array => {
    const input = new Float32Array(pending.length + samples.length)
    input.set(pending)
    input.set(samples, pending.length)
    const count = Math.max(0, Math.floor((input.length - 2 * HALF_TAPS - 1) / 2) + 1)
    const output = new Float32Array(count)
    for (let k = 0; k < count; k++) {
      const centre = 2 * k + HALF_TAPS
      let sum = 0.5 * input[centre]!
      for (let tap = 1; tap <= HALF_TAPS; tap += 2)
        sum += TAPS[tap]! * (input[centre - tap]! + input[centre + tap]!)
      output[k] = sum
    }
    pending = input.slice(2 * count)
    return output
  }
  return { push, finish: () => push(new Float32Array(HALF_TAPS)) }
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
