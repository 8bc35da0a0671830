/** Four times the sample rate, as BS.1770-4 annex 2 asks for below 96 kHz. */
const PHASES = 4
const TAPS = 16
const LEAD = TAPS / 2 - 1

/**
 * Only neighbours of samples this close to the highest peak so far are interpolated: the true peak of sampled sound is
 * at most 3 dB above the samples beside it, even for a tone at a quarter of the sample rate.
 */
const NEAR_PEAK = 0.7

const PHASE_TAPS = createPhaseTaps()

/** Finds the highest amplitude on and between the samples. */
export type TruePeakMeter = { push(samples: Float32Array, count: number): void; peak(): number }

/** For one channel. */
export function createTruePeakMeter(): TruePeakMeter {
  let input = new Float32Array(0)
  let peak = 0
  return {
    push(samples, count) {
      const kept = input.slice(-(TAPS - 1))
      if (input.length !== count + TAPS - 1) input = new Float32Array(count + TAPS - 1)
      input.set(kept)
      input.set(samples.subarray(0, count), TAPS - 1)
      peak = measureAll(input, count, peak)
    },
    peak: () => peak,
  }
}

function measureAll(input: Float32Array, count: number, known: number): number {
  let peak = known
  let threshold = peak * NEAR_PEAK
  for (let start = 0; start < count; start++) {
    const sample = input[start + LEAD]!
    if (sample <= threshold && sample >= -threshold) continue
    // A high sample is looked at from both sides.
    const highest = Math.max(measureBetween(input, Math.max(0, start - 1)), measureBetween(input, start))
    peak = Math.max(peak, Math.abs(sample), highest)
    threshold = peak * NEAR_PEAK
  }
  return peak
}

/** The highest of the three points between two samples. */
function measureBetween(input: Float32Array, start: number): number {
  let highest = 0
  for (let phase = 1; phase < PHASES; phase++) {
    const taps = PHASE_TAPS[phase]!
    let sum = 0
    for (let tap = 0; tap < TAPS; tap++) sum += taps[tap]! * input[start + tap]!
    highest = Math.max(highest, Math.abs(sum))
  }
  return highest
}

/** A sinc under a Blackman window; each phase keeps constant sound at its level. */
function createPhaseTaps(): Float64Array[] {
  return Array.from({ length: PHASES }, (_, phase) => {
    const taps = Float64Array.from({ length: TAPS }, (_, tap) => {
      const distance = tap - LEAD - phase / PHASES
      const position = distance / (TAPS / 2)
      const window = 0.42 + 0.5 * Math.cos(Math.PI * position) + 0.08 * Math.cos(2 * Math.PI * position)
      return distance === 0 ? 1 : (Math.sin(Math.PI * distance) / (Math.PI * distance)) * Math.max(0, window)
    })
    const sum = taps.reduce((total, tap) => total + tap, 0)
    return taps.map((tap) => tap / sum)
  })
}
