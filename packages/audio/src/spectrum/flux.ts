import type { AudioKernels, Region } from '../kernels/kernels.ts'
import { createGrowingRows } from './growing-rows.ts'

/** Rows between the two moments compared: 23 ms. */
const LAG_ROWS = 2

/** Where the low and the middle third end, as shares of the mel bands. */
const LOW_SHARE = 0.2
const MID_SHARE = 0.6

/** How much each third of the spectrum rose, per row. */
export type Flux = { low: Float32Array; mid: Float32Array; high: Float32Array }

/** Takes rows of logarithmic mel levels in order, as many at once as there are. */
export type FluxCollector = {
  /** Where the next rows are to be put. */
  readonly levels: Region<Float32Array>
  push(rowCount: number): void
  finish(): Flux
}

/** Spectral flux against the neighbourhood's maximum, so that vibrato and glides do not count as starts. */
export function createFluxCollector(
  kernels: AudioKernels,
  bandCount: number,
  mostRows: number,
): FluxCollector {
  const lowEnd = Math.round(bandCount * LOW_SHARE)
  const midEnd = Math.round(bandCount * MID_SHARE)
  const lagLength = LAG_ROWS * bandCount
  const all = kernels.floats(lagLength + mostRows * bandCount)
  const levels = { pointer: all.pointer + 4 * lagLength, values: all.values.subarray(lagLength) }
  const rises = kernels.floats(3 * mostRows)
  const rows = createGrowingRows((length) => new Float32Array(length), 3)
  let count = 0
  return {
    levels,
    push(rowCount) {
      kernels.run.riseRows(levels.pointer, rowCount, bandCount, LAG_ROWS, lowEnd, midEnd, rises.pointer)
      // The first rows have nothing to be compared with.
      if (count < LAG_ROWS) rises.values.fill(0, 0, 3 * (LAG_ROWS - count))
      rows.append(rises.values.subarray(0, 3 * rowCount))
      all.values.copyWithin(0, rowCount * bandCount, lagLength + rowCount * bandCount)
      count += rowCount
    },
    finish() {
      const found = rows.finish()
      const column = (offset: number) =>
        Float32Array.from({ length: count }, (_, i) => found[3 * i + offset]!)
      return { low: column(0), mid: column(1), high: column(2) }
    },
  }
}
