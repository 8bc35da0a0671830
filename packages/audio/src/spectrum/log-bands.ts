import { BAND_COUNT } from '@songreel/kit/core'
import { SPECTRUM_FLOOR_DB, SPECTRUM_STEP_DB } from '../audio-analysis.ts'
import type { AudioKernels } from '../kernels/kernels.ts'

const LOW_HZ = 45
const HIGH_HZ = 9500

/** Music falls by about this much per octave; raising it again lets the whole picture move. */
const TILT_DB_PER_OCTAVE = 3

/** A band narrower than this many bins is read between bins, or neighbours would move as one block. */
const NARROW_BINS = 2.2

/** What the kernel wants to know of a band. */
const RECORD_FLOATS = 5

/** Which bands one spectrum serves, and what the kernels know of them. */
export type BandReader = { readonly firstBand: number; readonly endBand: number; readonly record: number }

/** The edge frequencies of the 64 bands. */
export const BAND_EDGES_HZ = Array.from(
  { length: BAND_COUNT + 1 },
  (_, i) => LOW_HZ * (HIGH_HZ / LOW_HZ) ** (i / BAND_COUNT),
)

/** Reads the bands whose centre lies in [fromHz, toHz) from a spectrum of `size` samples. */
export function createBandReader(
  kernels: AudioKernels,
  { size, sampleRate }: { size: number; sampleRate: number },
  fromHz: number,
  toHz: number,
): BandReader {
  const all = BAND_EDGES_HZ.slice(1).map((highHz, band) => {
    const lowHz = BAND_EDGES_HZ[band] ?? 0
    return { lowHz, highHz, hz: Math.sqrt(lowHz * highHz) }
  })
  const firstBand = all.findIndex(({ hz }) => hz >= fromHz)
  const endBand = all.findLastIndex(({ hz }) => hz < toHz) + 1
  const count = endBand - firstBand
  const toBin = size / sampleRate
  const bands = kernels.floats(count * RECORD_FLOATS)
  all.slice(firstBand, endBand).forEach(({ lowHz, highHz, hz }, i) => {
    const [from, to] = [lowHz * toBin, highHz * toBin]
    const tiltDb = TILT_DB_PER_OCTAVE * Math.log2(hz / 1000)
    bands.values.set([from, to, hz * toBin, tiltDb, to - from < NARROW_BINS ? 1 : 0], i * RECORD_FLOATS)
  })
  const record = kernels.record([
    ['i32', count],
    ['i32', size / 2],
    ['f32', SPECTRUM_FLOOR_DB],
    ['f32', SPECTRUM_STEP_DB],
    ['i32', bands.pointer],
  ])
  return { firstBand, endBand, record }
}

/** Decibels as a stored spectrum value. */
export function quantise(db: number): number {
  return Math.max(0, Math.min(255, Math.round((db - SPECTRUM_FLOOR_DB) / SPECTRUM_STEP_DB)))
}

/** Power as decibels. */
export function toDb(power: number): number {
  return 10 * Math.log10(power + 1e-10)
}
