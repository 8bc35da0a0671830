import FFT from 'fft.js'

/** Their tables take longer to make than a transform takes to run. */
const FFTS = new Map<number, FFT>()

/** How well a curve matches itself shifted by 0 to `maxLag` rows; 1 at shift 0, longer shifts corrected for overlap. */
export function autocorrelate(curve: Float32Array, maxLag: number): Float64Array {
  let size = 2
  while (size < curve.length + maxLag + 1) size *= 2
  const fft = getFft(size)
  const mean = curve.reduce((sum, value) => sum + value, 0) / Math.max(1, curve.length)
  const input = new Float64Array(size)
  for (let i = 0; i < curve.length; i++) input[i] = curve[i]! - mean
  const spectrum = fft.createComplexArray()
  fft.realTransform(spectrum, input)
  fft.completeSpectrum(spectrum)
  for (let bin = 0; bin < size; bin++) {
    spectrum[2 * bin] = spectrum[2 * bin] ** 2 + spectrum[2 * bin + 1] ** 2
    spectrum[2 * bin + 1] = 0
  }
  const correlation = fft.createComplexArray()
  fft.inverseTransform(correlation, spectrum)
  const scale = correlation[0] || 1
  return Float64Array.from({ length: maxLag + 1 }, (_, lag) => {
    const overlap = curve.length - lag
    return overlap > 0 ? ((correlation[2 * lag] / scale) * curve.length) / overlap : 0
  })
}

function getFft(size: number): FFT {
  const known = FFTS.get(size) ?? new FFT(size)
  FFTS.set(size, known)
  return known
}
