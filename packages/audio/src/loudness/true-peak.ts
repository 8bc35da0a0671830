import type { AudioKernels } from '../kernels/kernels.ts'

/** Four times the sample rate, as BS.1770-4 annex 2 asks for below 96 kHz. */
const PHASES = 4
const TAPS = 16
const LEAD = TAPS / 2 - 1

/**
 * Only neighbours of samples this close to the highest peak so far are interpolated: the true peak of sampled sound is
 * at most 3 dB above the samples beside it, even for a tone at a quarter of the sample rate.
 */
const NEAR_PEAK = 0.7

const BLOCK = 8192

/** Finds the highest amplitude on and between the samples. */
export type TruePeakMeter = {
  push(samples: Float32Array, count: number): void
  /** The highest so far, or since the meter was restarted; at least the floor. */
  peak(): number
  /** Forgets the peak; the sound goes on where it was. */
  restart(): void
}

/** For one channel; peaks below the floor are not looked for. */
export function createTruePeakMeter(
  kernels: AudioKernels,
  { floor = 0 }: { floor?: number } = {},
): TruePeakMeter {
  const input = kernels.floats(TAPS - 1 + BLOCK)
  const taps = kernels.doubles(TAPS * PHASES)
  taps.values.set(createTaps())
  let peak = floor
  return {
    push(samples, count) {
      for (let start = 0; start < count; start += BLOCK) {
        const length = Math.min(BLOCK, count - start)
        input.values.set(samples.subarray(start, start + length), TAPS - 1)
        peak = kernels.run.truePeak(input.pointer, length, LEAD, peak, NEAR_PEAK, taps.pointer)
        input.values.copyWithin(0, length, length + TAPS - 1)
      }
    },
    peak: () => peak,
    restart() {
      peak = floor
    },
  }
}

/** For each sample its weight at each of the three places between two samples, and 0: sixteen rows of four. */
function createTaps(): Float64Array {
  const phases = createPhaseTaps()
  return Float64Array.from({ length: TAPS * PHASES }, (_, i) => {
    const phase = (i % PHASES) + 1
    return phases[phase]?.[Math.floor(i / PHASES)] ?? 0
  })
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
