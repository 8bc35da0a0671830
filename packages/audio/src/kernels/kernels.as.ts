// What touches every sample of a song: compiled to kernels.wasm by `npm run build:kernels`. Compiled code is fast from
// the first block on, and an analysis is short. Memory belongs to the typed interface (kernels.ts); nothing here allocates.
export { powerSpectrum } from "./fft.as"
export { halveRate, peakEnvelope, truePeak, weighPair, tame } from "./filters.as"
export { bandFrames, soundFrames, riseRows, addRows } from "./windows.as"
export { addProducts, addUp, subtractMean, relateLags, widenPeaks, addPlaces, traceStep } from "./correlate.as"
export { compareRow } from "./compare.as"

/** Where free memory starts: below lie the tables of the logarithm. */
export function heapBase(): usize {
  return __heap_base
}
