/** Where reading starts after a skip: `dropped` samples of the file are left out, then output sample `startSample` follows. */
export type AlignedStart = { dropped: number; startSample: number }

/**
 * The first of the file's samples, from `firstSample` on, that coincides with a sample of the output: a resampler that starts
 * there gives the samples it would have given from the song's start. All numbers are whole: a fraction of a sample, however
 * small, would never be read to its end.
 */
export function alignStart(firstSample: number, fileRate: number, outputRate: number): AlignedStart {
  const divisor = greatestCommonDivisor(fileRate, outputRate)
  const period = Math.ceil(firstSample / (fileRate / divisor))
  return {
    dropped: period * (fileRate / divisor) - firstSample,
    startSample: period * (outputRate / divisor),
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
