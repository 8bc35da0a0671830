import { toOklab } from './colour.ts'
import type { Guide } from './guided-filter.ts'

/** Colours are counted in so many steps along each axis. */
const BINS = 14
const SUREST = 4

/** At least so much of each axis is told apart, or the noise of a grey picture would be its colours. */
const LEAST_RANGES = [0.3, 0.12, 0.12] as const

/** The bin of every cell's colour. */
export function sortColours({ planes }: Guide): Int32Array {
  const labs = [0, 1, 2].map(() => new Float32Array(planes[0]!.length))
  for (let i = 0; i < labs[0]!.length; i++) {
    const lab = toOklab([255 * planes[0]![i]!, 255 * planes[1]![i]!, 255 * planes[2]![i]!])
    for (const axis of [0, 1, 2] as const) labs[axis]![i] = lab[axis]
  }
  const bins = new Int32Array(labs[0]!.length)
  for (const axis of [0, 1, 2] as const) {
    const sorted = labs[axis]!.toSorted()
    const low = sorted[Math.floor(0.01 * sorted.length)]!
    const high = sorted[Math.floor(0.99 * sorted.length)]!
    const range = Math.max(LEAST_RANGES[axis], high - low)
    const from = (low + high - range) / 2
    for (let i = 0; i < bins.length; i++) {
      const step = Math.floor(((labs[axis]![i]! - from) / range) * BINS)
      bins[i] = bins[i]! * BINS + Math.max(0, Math.min(BINS - 1, step))
    }
  }
  return bins
}

/** For each colour, how much more of it is in front than behind, as a logarithm. */
export function compareColours(bins: Int32Array, values: Float32Array): Float32Array {
  const front = new Float32Array(BINS ** 3)
  const back = new Float32Array(BINS ** 3)
  let all = 0
  for (let i = 0; i < bins.length; i++) {
    front[bins[i]!]! += values[i]!
    back[bins[i]!]! += 1 - values[i]!
    all += values[i]!
  }
  // A cut may have put all in front, or all behind.
  const [inFront, behind] = [Math.max(1, all), Math.max(1, bins.length - all)]
  const [fronts, backs] = [spreadBins(front), spreadBins(back)]
  return fronts.map((value, i) => {
    const ratio = (value / inFront + RARE) / (backs[i]! / behind + RARE)
    return Math.max(-SUREST, Math.min(SUREST, Math.log(ratio)))
  })
}

const RARE = 2e-5

/** Colours beside each other are alike. */
function spreadBins(values: Float32Array): Float32Array {
  let from = values
  for (const step of [1, BINS, BINS * BINS]) {
    const into = new Float32Array(from.length)
    for (let i = 0; i < from.length; i++) {
      const at = Math.floor(i / step) % BINS
      into[i] =
        0.5 * from[i]! + 0.25 * ((at > 0 ? from[i - step]! : 0) + (at < BINS - 1 ? from[i + step]! : 0))
    }
    from = into
  }
  return from
}
