import { type AudioKernels, createKernels, type Region } from '../kernels/kernels.ts'

/** Rows that are compared at once. */
const BLOCK = 4096

/** The kernel takes four lags at a time. */
const LAG_MULTIPLE = 4

/** Shifts may be this long: fifteen seconds, far more than four slow beats. */
const MAX_LAGS = 1024

/**
 * How well a curve matches itself shifted by 0 to `maxLag` rows; 1 at shift 0, longer shifts corrected for overlap. Overwritten
 * by the next call.
 */
export type Autocorrelation = (curve: Float32Array, maxLag: number) => Region<Float64Array>

/** In the kernels' memory: what is done with it happens there, too. */
export function createAutocorrelation(kernels: AudioKernels): Autocorrelation {
  const raw = kernels.floats(BLOCK + MAX_LAGS)
  const values = kernels.doubles(BLOCK + MAX_LAGS + 2)
  const sums = kernels.doubles(MAX_LAGS)
  return (curve, maxLag) => {
    if (maxLag >= MAX_LAGS) throw new RangeError(`a shift of ${maxLag} rows is too long`)
    const lagCount = LAG_MULTIPLE * Math.ceil((maxLag + 1) / LAG_MULTIPLE)
    let total = 0
    for (let from = 0; from < curve.length; from += BLOCK) {
      const block = curve.subarray(from, from + BLOCK)
      raw.values.set(block)
      total = kernels.run.addUp(raw.pointer, block.length, total)
    }
    sums.values.fill(0)
    for (let from = 0; from < curve.length; from += BLOCK) {
      const block = curve.subarray(from, from + BLOCK + lagCount)
      raw.values.set(block)
      kernels.run.subtractMean(raw.pointer, block.length, total / curve.length, values.pointer)
      values.values.fill(0, block.length)
      kernels.run.addProducts(values.pointer, Math.min(BLOCK, block.length), lagCount, sums.pointer)
    }
    kernels.run.relateLags(sums.pointer, maxLag + 1, curve.length)
    return { pointer: sums.pointer, values: sums.values.subarray(0, maxLag + 1) }
  }
}

let shared: Autocorrelation | undefined

/** The same, in memory that is taken once for all curves. */
export function autocorrelate(curve: Float32Array, maxLag: number): Float64Array {
  shared ??= createAutocorrelation(createKernels())
  return shared(curve, maxLag).values
}
