import { SPECTRUM_FLOOR_DB, SPECTRUM_STEP_DB } from '../audio-analysis.ts'
import { BAND_COUNT } from '../audio-track.ts'

const LOW_HZ = 45
const HIGH_HZ = 9500

/** Music falls by about this much per octave; raising it again lets the whole picture move. */
const TILT_DB_PER_OCTAVE = 3

/** A band narrower than this many bins is read between bins, or neighbours would move as one block. */
const NARROW_BINS = 2.2

/** Which bands one spectrum serves, and how it turns power into a row of them. */
export type BandReader = {
  readonly firstBand: number
  readonly endBand: number
  read(power: Float32Array, row: Uint8Array): void
}

/** The edge frequencies of the 64 bands. */
export const BAND_EDGES_HZ = Array.from(
  { length: BAND_COUNT + 1 },
  (_, i) => LOW_HZ * (HIGH_HZ / LOW_HZ) ** (i / BAND_COUNT),
)

/** Reads the bands whose centre lies in [fromHz, toHz) from a spectrum of `size` samples. */
export function createBandReader(size: number, sampleRate: number, fromHz: number, toHz: number): BandReader {
  const centres = Array.from({ length: BAND_COUNT }, (_, band) =>
    Math.sqrt(BAND_EDGES_HZ[band]! * BAND_EDGES_HZ[band + 1]!),
  )
  const firstBand = centres.findIndex((hz) => hz >= fromHz)
  const last = centres.findLastIndex((hz) => hz < toHz)
  const toBin = size / sampleRate
  const bands = centres.slice(firstBand, last + 1).map((hz, i) => ({
    from: BAND_EDGES_HZ[firstBand + i]! * toBin,
    to: BAND_EDGES_HZ[firstBand + i + 1]! * toBin,
    centre: hz * toBin,
    tiltDb: TILT_DB_PER_OCTAVE * Math.log2(hz / 1000),
  }))
  return {
    firstBand,
    endBand: last + 1,
    read(power, row) {
      bands.forEach(({ from, to, centre, tiltDb }, i) => {
        const width = to - from
        const db =
          width < NARROW_BINS ? readBetween(power, centre) + toDb(width) : toDb(sumBins(power, from, to))
        row[i] = quantise(db + tiltDb)
      })
    },
  }
}

/** Decibels as a stored spectrum value. */
export function quantise(db: number): number {
  return Math.max(0, Math.min(255, Math.round((db - SPECTRUM_FLOOR_DB) / SPECTRUM_STEP_DB)))
}

/** Power as decibels. */
export function toDb(power: number): number {
  return 10 * Math.log10(power + 1e-10)
}

/** Cubic interpolation of the decibels at a fractional bin. */
function readBetween(power: Float32Array, position: number): number {
  const bin = Math.floor(position)
  const u = position - bin
  const at = (offset: number) => toDb(power[Math.max(1, Math.min(power.length - 1, bin + offset))]!)
  const [a, b, c, d] = [at(-1), at(0), at(1), at(2)]
  return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)))
}

/** A bin reaches half a bin to each side; edges take their share of it. */
function sumBins(power: Float32Array, from: number, to: number): number {
  let sum = 0
  const endBin = Math.min(power.length - 1, Math.ceil(to))
  for (let bin = Math.max(1, Math.floor(from)); bin <= endBin; bin++) {
    sum += power[bin]! * Math.max(0, Math.min(to, bin + 0.5) - Math.max(from, bin - 0.5))
  }
  return sum
}
