/** A second-order filter with its state, over one channel. */
export type Biquad = {
  b0: number
  b1: number
  b2: number
  a1: number
  a2: number
  z1: number
  z2: number
}

/** The two filters of ITU-R BS.1770-4 (shelf for the head, high-pass), derived for any sample rate. */
export function createKWeighting(sampleRate: number): [Biquad, Biquad] {
  return [createShelf(sampleRate), createHighPass(sampleRate)]
}

/** Keeps the filters' memory out of the denormal numbers, with which digital silence takes fifteen times as long. */
const NO_DENORMALS = 1e-25

/** The mean square of the samples after both filters; the filters keep their state for the next call. */
export function measureWeighted(
  [shelf, highPass]: [Biquad, Biquad],
  samples: Float32Array,
  from: number,
  to: number,
): number {
  let { z1: s1, z2: s2 } = shelf
  let { z1: h1, z2: h2 } = highPass
  let sum = 0
  for (let i = from; i < to; i++) {
    const x = samples[i]! + NO_DENORMALS
    const y = shelf.b0 * x + s1
    s1 = shelf.b1 * x - shelf.a1 * y + s2
    s2 = shelf.b2 * x - shelf.a2 * y
    const w = y + h1
    h1 = -2 * y - highPass.a1 * w + h2
    h2 = y - highPass.a2 * w
    sum += w * w
  }
  shelf.z1 = s1
  shelf.z2 = s2
  highPass.z1 = h1
  highPass.z2 = h2
  return sum
}

/** Constants: the analogue prototype behind the standard's table for 48 kHz. */
function createShelf(sampleRate: number): Biquad {
  const gain = 10 ** (3.999843853973347 / 20)
  const gainMid = gain ** 0.4996667741545416
  const q = 0.7071752369554196
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const a0 = 1 + k / q + k * k
  return {
    b0: (gain + (gainMid * k) / q + k * k) / a0,
    b1: (2 * (k * k - gain)) / a0,
    b2: (gain - (gainMid * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
    z1: 0,
    z2: 0,
  }
}

/** The numerator is 1, -2, 1, as in the standard. */
function createHighPass(sampleRate: number): Biquad {
  const q = 0.5003270373238773
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const a0 = 1 + k / q + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0, z1: 0, z2: 0 }
}
