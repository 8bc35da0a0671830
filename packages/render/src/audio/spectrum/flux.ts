import { createGrowingRows } from './growing-rows.ts'

/** Rows between the two moments compared: 23 ms. */
const LAG_ROWS = 2

/** Where the low and the middle third end, as shares of the mel bands. */
const LOW_SHARE = 0.2
const MID_SHARE = 0.6

/** How much each third of the spectrum rose, per row. */
export type Flux = { low: Float32Array; mid: Float32Array; high: Float32Array }

/** Takes logarithmic mel rows in order. */
export type FluxCollector = { push(levels: Float32Array): void; finish(): Flux }

/** Spectral flux against the neighbourhood's maximum, so that vibrato and glides do not count as starts. */
export function createFluxCollector(bandCount: number): FluxCollector {
  const lowEnd = Math.round(bandCount * LOW_SHARE)
  const midEnd = Math.round(bandCount * MID_SHARE)
  const history = Array.from({ length: LAG_ROWS }, () => new Float32Array(bandCount))
  const rows = createGrowingRows((length) => new Float32Array(length), 3)
  let count = 0
  return {
    push(levels) {
      const earlier = history[count % LAG_ROWS]!
      const row = rows.next()
      if (count >= LAG_ROWS) {
        row[0] = sumRises(levels, earlier, 0, lowEnd)
        row[1] = sumRises(levels, earlier, lowEnd, midEnd)
        row[2] = sumRises(levels, earlier, midEnd, bandCount)
      }
      earlier.set(levels)
      count++
    },
    finish() {
      const all = rows.finish()
      const column = (offset: number) => Float32Array.from({ length: count }, (_, i) => all[3 * i + offset]!)
      return { low: column(0), mid: column(1), high: column(2) }
    },
  }
}

function sumRises(levels: Float32Array, earlier: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let band = from; band < to; band++) {
    const before = Math.max(earlier[band]!, earlier[band - 1] ?? 0, earlier[band + 1] ?? 0)
    if (levels[band]! > before) sum += levels[band]! - before
  }
  return sum / (to - from)
}
