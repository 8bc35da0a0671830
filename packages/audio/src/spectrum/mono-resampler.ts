import type { AudioKernels, Region } from '../kernels/kernels.ts'

/** Samples that are converted at once. */
const BLOCK = 4096

/** The filter of FFmpeg's resampler: a sinc that reaches over 32 samples of the lower rate, under a Kaiser window. */
const FILTER_SAMPLES = 32
const CUTOFF = 0.97
const KAISER_BETA = 9
const MAX_PHASES = 1024

/** The kernel takes so many taps at a time: three times make the filter for 44.1 and for 48 kHz. */
const ROW_MULTIPLE = 24

/** Mixes two channels to one at another rate; what comes out is valid until the next call. */
export type MonoResampler = {
  push(left: Float32Array, right: Float32Array, count: number, onMono: (mono: Float32Array) => void): void
  finish(onMono: (mono: Float32Array) => void): void
}

/**
 * Does what FFmpeg's resampler does, sample for sample, in a quarter of its time: with a filter for each place that an output
 * sample can have between two of the input, and with sound mirrored before its start and after its end.
 */
export function createMonoResampler(kernels: AudioKernels, fromRate: number, toRate: number): MonoResampler {
  const form = planFilter(fromRate, toRate)
  const { tapCount, rowTaps, phases, step, rests } = form
  const [left, right] = [kernels.floats(BLOCK), kernels.floats(BLOCK)]
  const lead = tapCount
  const input = kernels.floats(lead + BLOCK + 2 * tapCount + rowTaps)
  const output = kernels.floats(Math.ceil(((BLOCK + 2 * tapCount) * toRate) / fromRate) + 1)
  const taps = createTaps(kernels, form)
  const steps = kernels.integers(3)
  steps.values.set(step)
  const place = kernels.integers(3)
  // The first output sample lies on the first input sample: half of its filter lies before it.
  place.values[0] = lead - Math.floor((tapCount - 1) / 2)
  let filled = lead
  let isStart = true

  const convert = (): Float32Array => {
    const count = kernels.run.resample(
      input.pointer,
      output.pointer,
      taps.pointer,
      rowTaps,
      phases,
      steps.pointer,
      rests,
      place.pointer,
      filled - tapCount,
    )
    const next = Math.min(place.values[0]!, filled)
    input.values.copyWithin(0, next, filled)
    filled -= next
    place.values[0]! -= next
    return output.values.subarray(0, count)
  }
  return {
    push(leftSamples, rightSamples, count, onMono) {
      for (let from = 0; from < count; from += BLOCK) {
        const to = Math.min(count, from + BLOCK)
        left.values.set(leftSamples.subarray(from, to))
        right.values.set(rightSamples.subarray(from, to))
        kernels.run.mixPair(left.pointer, right.pointer, to - from, input.pointer + 4 * filled)
        filled += to - from
        if (isStart) for (let n = 1; n <= lead; n++) input.values[lead - n] = input.values[lead + n]!
        isStart = false
        onMono(convert())
      }
    },
    finish(onMono) {
      const mirrored = Math.floor((Math.min(filled - place.values[0]!, tapCount) + 1) / 2)
      for (let n = 0; n < mirrored; n++) input.values[filled + n] = input.values[filled - 1 - n]!
      filled += mirrored
      onMono(convert())
    },
  }
}

type FilterForm = {
  /** Of the lower rate's band, how much passes. */
  factor: number
  tapCount: number
  rowTaps: number
  /** Places between two input samples for which there is a filter. */
  phases: number
  /** From one output sample to the next: input samples, phases, and rests of a phase. */
  step: [samples: number, phases: number, rests: number]
  /** So many rests make a phase. */
  rests: number
}

function planFilter(fromRate: number, toRate: number): FilterForm {
  const factor = Math.min(1, (toRate * CUTOFF) / fromRate)
  const filterTaps = 2 * Math.ceil(FILTER_SAMPLES / factor / 2)
  const tapCount = fromRate === toRate ? 1 : filterTaps
  const exactPhases = toRate / greatestCommonDivisor(fromRate, toRate)
  const phases = exactPhases <= MAX_PHASES ? exactPhases : MAX_PHASES
  const stepPhases = Math.floor((fromRate * phases) / toRate)
  return {
    factor,
    tapCount,
    rowTaps: ROW_MULTIPLE * Math.ceil(tapCount / ROW_MULTIPLE),
    phases,
    step: [Math.floor(stepPhases / phases), stepPhases % phases, (fromRate * phases) % toRate],
    rests: toRate,
  }
}

function createTaps(kernels: AudioKernels, form: FilterForm): Region<Float32Array> {
  const { tapCount, rowTaps, phases } = form
  const taps = kernels.floats(phases * rowTaps)
  const rows = Array.from({ length: phases }, (_, phase) => createRow(form, phase / phases))
  // Constant sound keeps its level.
  const sum = rows[0]!.reduce((total, tap) => total + tap, 0)
  rows.forEach((row, phase) => {
    for (let i = 0; i < tapCount; i++) taps.values[phase * rowTaps + i] = row[i]! / sum
  })
  return taps
}

/** The taps for an output sample that lies so far behind an input sample. */
function createRow({ factor, tapCount }: FilterForm, behind: number): Float64Array {
  const centre = Math.floor((tapCount - 1) / 2)
  return Float64Array.from({ length: tapCount }, (_, i) => {
    const distance = i - centre - behind
    const angle = Math.PI * distance * factor
    const position = (2 * distance) / tapCount
    const window = besselI0(KAISER_BETA * Math.sqrt(Math.max(0, 1 - position * position)))
    return (angle === 0 ? 1 : Math.sin(angle) / angle) * window
  })
}

/** The modified Bessel function of order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1
  for (let term = 1, n = 1; term > sum * 1e-17; n++) {
    term *= (x / (2 * n)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
