import type { AudioKernels } from '../kernels/kernels.ts'

/** Weights that gather the bins of a spectrum into bands: band b uses bins from `firstBin`. */
export type FilterBank = { firstBin: number; weights: Float32Array }[]

/** Triangular bands, equally wide on the mel scale. */
export function createMelBank(
  bandCount: number,
  size: number,
  sampleRate: number,
  lowHz: number,
  highHz: number,
): FilterBank {
  const lowMel = toMel(lowHz)
  const stepMel = (toMel(highHz) - lowMel) / (bandCount + 1)
  const corner = (index: number) => (toHz(lowMel + index * stepMel) * size) / sampleRate
  return Array.from({ length: bandCount }, (_, band) =>
    createTriangle(corner(band), corner(band + 1), corner(band + 2), size / 2),
  )
}

/** Puts the bank into the kernels' memory and gives its place; `compression` sets how much quiet sounds count. */
export function storeMelBank(kernels: AudioKernels, bank: FilterBank, compression: number): number {
  const bands = kernels.integers(2 * bank.length)
  const weights = kernels.floats(bank.reduce((sum, band) => sum + band.weights.length, 0))
  let at = 0
  bank.forEach(({ firstBin, weights: own }, band) => {
    bands.values.set([firstBin, own.length], 2 * band)
    weights.values.set(own, at)
    at += own.length
  })
  return kernels.record([
    ['i32', bank.length],
    ['f32', compression],
    ['i32', bands.pointer],
    ['i32', weights.pointer],
  ])
}

/** Corners in bins; a triangle narrower than a bin takes its nearest one. */
function createTriangle(left: number, centre: number, right: number, lastBin: number): FilterBank[number] {
  const firstBin = Math.max(1, Math.floor(left))
  const endBin = Math.min(lastBin, Math.ceil(right))
  const weights = Float32Array.from({ length: Math.max(1, endBin - firstBin + 1) }, (_, i) => {
    const bin = firstBin + i
    return Math.max(0, bin < centre ? (bin - left) / (centre - left) : (right - bin) / (right - centre))
  })
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum < 1e-6) return { firstBin: Math.max(1, Math.round(centre)), weights: Float32Array.of(1) }
  return { firstBin, weights: weights.map((weight) => weight / sum) }
}

function toMel(hz: number): number {
  return 2595 * Math.log10(1 + hz / 700)
}

function toHz(mel: number): number {
  return 700 * (10 ** (mel / 2595) - 1)
}
