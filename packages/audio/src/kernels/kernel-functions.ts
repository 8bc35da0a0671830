// Written by `npm run build:kernels` from the AssemblyScript beside it. Do not edit.

/** A place in the kernels' memory. */
export type Address = number

/** The compiled kernels. */
export type KernelFunctions = {
  heapBase(): number
  powerSpectrum(frame: Address, record: Address): void
  halveRate(input: Address, output: Address, count: number, taps: Address, reach: number): void
  peakEnvelope(samples: Address, each: number, count: number, peaks: Address): void
  truePeak(input: Address, count: number, lead: number, known: number, near: number, taps: Address): number
  weighPair(left: Address, right: Address, count: number, filter: Address, state: Address): void
  tame(samples: Address, count: number, limit: number): void
  bandFrames(frames: Address, count: number, hop: number, spectrum: Address, reader: Address, rows: Address): void
  soundFrames(frames: Address, count: number, hop: number, spectrum: Address, reader: Address, rows: Address, bassFrom: number, bassTo: number, bass: Address, bank: Address, levels: Address): void
  riseRows(levels: Address, count: number, width: number, lag: number, lowEnd: number, midEnd: number, rises: Address): void
  addRows(rows: Address, count: number, width: number, sums: Address): void
  addProducts(values: Address, count: number, lagCount: number, sums: Address): void
  addUp(values: Address, count: number, sum: number): number
  subtractMean(values: Address, count: number, mean: number, output: Address): void
  relateLags(sums: Address, lagCount: number, length: number): void
  widenPeaks(lags: Address, lagCount: number, fine: Address, peaks: Address): void
  addPlaces(values: Address, places: Address, count: number, weight: number, scores: Address): void
  traceStep(totals: Address, scores: Address, count: number, reach: number, stepCost: number, jumpCost: number, best: number, next: Address, origins: Address): void
  compareRow(first: Address, firstLength: number, firstWeight: number, second: Address, secondLength: number, secondWeight: number, a: number, count: number, row: Address): void
}
