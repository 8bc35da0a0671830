import { indexOfHighest } from '../vectors.ts'
import type { OnsetCurve } from './onset-curve.ts'

/** How strictly beats keep the local period; higher follows onsets less. */
const TIGHTNESS = 300

/** Rows; two beats at the slowest tempo are shorter. */
const MAX_LAG = 256

/** Finds beats that lie on strong onsets and keep the local period (dynamic programming after D. Ellis, 2007). */
export function followBeats(curve: OnsetCurve, periodAt: (row: number) => number): number[] {
  const rowCount = curve.all.length
  if (rowCount === 0) return []
  const strength = smooth(curve.all, periodAt(0) / 32)
  const totals = new Float32Array(rowCount)
  const origins = new Int32Array(rowCount).fill(-1)
  const logs = Float64Array.from({ length: MAX_LAG + 1 }, (_, lag) => Math.log(lag))
  for (let row = 0; row < rowCount; row++) {
    const period = periodAt(row)
    const logPeriod = Math.log(period)
    const longest = Math.min(row, MAX_LAG, Math.round(period * 2))
    let best = 0
    for (let lag = Math.round(period / 2); lag <= longest; lag++) {
      const from = row - lag
      const deviation = logs[lag]! - logPeriod
      const total = totals[from]! - TIGHTNESS * deviation * deviation
      if (total > best) {
        best = total
        origins[row] = from
      }
    }
    totals[row] = strength[row]! + best
  }
  return traceBack(totals, origins, periodAt(rowCount - 1)).map((row) => row / curve.rateHz)
}

function traceBack(totals: Float32Array, origins: Int32Array, lastPeriod: number): number[] {
  const from = Math.max(0, totals.length - Math.round(2 * lastPeriod))
  const beats: number[] = []
  for (let row = from + indexOfHighest(totals.subarray(from)); row >= 0; row = origins[row] ?? -1)
    beats.push(row)
  return beats.reverse()
}

/** A narrow bell around each row, relative to the curve's overall strength. */
function smooth(values: Float32Array, width: number): Float32Array {
  const reach = Math.max(1, Math.round(width * 3))
  const bell = Float64Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / width) ** 2),
  )
  const power = values.reduce((sum, value) => sum + value * value, 0)
  const scale = 1 / (Math.sqrt(power / values.length) || 1)
  return values.map((_, row) => {
    let sum = 0
    for (let i = -reach; i <= reach; i++) sum += (values[row + i] ?? 0) * bell[i + reach]!
    return sum * scale
  })
}
