import FFT from 'fft.js'

type Transform = { fft: FFT; real: Float64Array; complex: Float64Array }

/** Their tables and memory take longer to make than a transform takes to run. */
const TRANSFORMS = new Map<number, Transform>()

/** How well a curve matches itself shifted by 0 to `maxLag` rows; 1 at shift 0, longer shifts corrected for overlap. */
export function autocorrelate(curve: Float32Array, maxLag: number): Float64Array {
  let size = 2
  while (size < curve.length + maxLag + 1) size *= 2
  const { fft, real, complex } = getTransform(size)
  let sum = 0
  for (const value of curve) sum += value
  const mean = sum / Math.max(1, curve.length)
  for (let i = 0; i < curve.length; i++) real[i] = curve[i]! - mean
  real.fill(0, curve.length)
  fft.realTransform(complex, real)
  const half = size / 2
  for (let bin = 0; bin <= half; bin++) {
    const power = complex[2 * bin]! ** 2 + complex[2 * bin + 1]! ** 2
    real[bin] = power
    if (bin > 0) real[size - bin] = power
  }
  // Powers are the same from both ends, so the way back is the way there, and real.
  fft.realTransform(complex, real)
  const scale = complex[0] || 1
  const result = new Float64Array(maxLag + 1)
  for (let lag = 0; lag < Math.min(result.length, curve.length); lag++) {
    const at = lag <= half ? lag : size - lag
    result[lag] = ((complex[2 * at]! / scale) * curve.length) / (curve.length - lag)
  }
  return result
}

function getTransform(size: number): Transform {
  const known = TRANSFORMS.get(size)
  if (known) return known
  const made = { fft: new FFT(size), real: new Float64Array(size), complex: new Float64Array(2 * size) }
  TRANSFORMS.set(size, made)
  return made
}
