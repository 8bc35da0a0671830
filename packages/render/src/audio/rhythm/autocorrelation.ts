import { createKernels } from '../kernels/kernels.ts'

/** Rows that are compared at once. */
const BLOCK = 4096

/** The kernel takes four lags at a time. */
const LAG_MULTIPLE = 4

/** Shifts may be this long: fifteen seconds, far more than four slow beats. */
const MAX_LAGS = 1024

type Memory = ReturnType<typeof createMemory>

/** Taken once for all curves, which are compared one after the other. */
let memory: Memory | undefined

/** How well a curve matches itself shifted by 0 to `maxLag` rows; 1 at shift 0, longer shifts corrected for overlap. */
export function autocorrelate(curve: Float32Array, maxLag: number): Float64Array {
  if (maxLag >= MAX_LAGS) throw new RangeError(`a shift of ${maxLag} rows is too long`)
  memory ??= createMemory()
  const { kernels, values, sums } = memory
  const lagCount = LAG_MULTIPLE * Math.ceil((maxLag + 1) / LAG_MULTIPLE)
  const mean = curve.reduce((sum, value) => sum + value, 0) / Math.max(1, curve.length)
  sums.values.fill(0)
  for (let from = 0; from < curve.length; from += BLOCK) {
    const to = Math.min(curve.length, from + BLOCK + lagCount)
    for (let i = from; i < to; i++) values.values[i - from] = curve[i]! - mean
    values.values.fill(0, to - from)
    kernels.run.addProducts(values.pointer, Math.min(BLOCK, curve.length - from), lagCount, sums.pointer)
  }
  const scale = sums.values[0] || 1
  const result = new Float64Array(maxLag + 1)
  for (let lag = 0; lag < Math.min(result.length, curve.length); lag++) {
    result[lag] = ((sums.values[lag]! / scale) * curve.length) / (curve.length - lag)
  }
  return result
}

function createMemory() {
  const kernels = createKernels()
  return { kernels, values: kernels.doubles(BLOCK + MAX_LAGS + 2), sums: kernels.doubles(MAX_LAGS) }
}
