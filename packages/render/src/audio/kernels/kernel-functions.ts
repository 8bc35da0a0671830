// Written by `npm run build:kernels` from the AssemblyScript beside it. Do not edit.

/** A place in the kernels' memory. */
export type Address = number

/** The compiled kernels. */
export type KernelFunctions = {
  heapBase(): number
  powerSpectrum(frame: Address, window: Address, order: Address, turns: Address, lastTurns: Address, work: Address, power: Address, size: number, scale: number): void
  halveRate(input: Address, output: Address, count: number, taps: Address, reach: number): void
  highestOf(samples: Address, count: number): number
  peakEnvelope(samples: Address, each: number, count: number, peaks: Address): void
  weighPair(left: Address, right: Address, count: number, filter: Address, state: Address): void
  tame(samples: Address, count: number, limit: number): void
  melLevels(power: Address, bands: Address, weights: Address, count: number, compression: number, levels: Address): void
  bandRow(power: Address, lastBin: number, bands: Address, count: number, floorDb: number, stepDb: number, row: Address): void
  mixPair(left: Address, right: Address, count: number, output: Address): void
  resample(input: Address, output: Address, taps: Address, rowTaps: number, phases: number, step: Address, rests: number, place: Address, lastStart: number): number
}
