import { mapInPlace } from '../../map-in-place.ts'
import type { AudioKernels } from '../kernels/kernels.ts'
import { BAND_COUNT } from '../track/audio-track.ts'
import { createChromaReader } from './chroma.ts'
import { createFluxCollector, type Flux } from './flux.ts'
import { createFramer } from './framer.ts'
import { createGrowingRows } from './growing-rows.ts'
import { createBandReader, quantise, toDb } from './log-bands.ts'
import { createMelBank, createMelReader } from './mel-bank.ts'
import { createPowerSpectrum } from './power-spectrum.ts'

/** Bands of the timbre. */
export const MEL_COUNT = 40

const MEL_LOW_HZ = 30
const MEL_HIGH_HZ = 10_000

/** Loudness as people hear it is close to a logarithm; this factor sets how much quiet sounds count. */
const MEL_COMPRESSION = 1e5

/** The bass column: kicks and bass notes, but no voices. */
const BASS_LOW_HZ = 40
const BASS_HIGH_HZ = 150

/** A window moved along the samples, and what it leaves behind. */
export type SlidingWindow<Result> = { push(samples: Float32Array): void; finish(): Result }

/** Rows of stored spectrum values for bands `firstBand` to `endBand`. */
export type BandRows = { firstBand: number; endBand: number; rows: Uint8Array }

/** What the short window gives: high bands, bass, flux, and the timbre averaged over a few rows. */
export type ShortRows = { bands: BandRows; bass: Uint8Array; flux: Flux; timbre: Float32Array }

/** Where and how a window reads its spectrum. */
export type WindowForm = { size: number; hop: number; sampleRate: number }

/** A window that only serves bands: long for low ones. */
export function createBandWindow(
  kernels: AudioKernels,
  form: WindowForm,
  fromHz: number,
  toHz: number,
): SlidingWindow<BandRows> {
  const spectrum = createPowerSpectrum(kernels, form.size)
  const reader = createBandReader(kernels, form, fromHz, toHz)
  const rows = createGrowingRows((length) => new Uint8Array(length), reader.endBand - reader.firstBand)
  const framer = createFramer(form.size, form.hop, (frame) => {
    spectrum.measure(frame)
    reader.read(spectrum.power, rows.next())
  })
  return {
    push: framer.push,
    finish() {
      framer.finish()
      return { firstBand: reader.firstBand, endBand: reader.endBand, rows: rows.finish() }
    },
  }
}

/** A window for pitch classes: rows of 12. */
export function createChromaWindow(kernels: AudioKernels, form: WindowForm): SlidingWindow<Float32Array> {
  const spectrum = createPowerSpectrum(kernels, form.size)
  const read = createChromaReader(form.size, form.sampleRate)
  const rows = createGrowingRows((length) => new Float32Array(length), 12)
  const framer = createFramer(form.size, form.hop, (frame) => {
    spectrum.measure(frame)
    read(spectrum.power.values, rows.next())
  })
  return {
    push: framer.push,
    finish() {
      framer.finish()
      return rows.finish()
    },
  }
}

/** The window that must be quick: starts of sounds, bass, high bands. Every `meanRows` rows give one row of timbre. */
export function createShortWindow(
  kernels: AudioKernels,
  form: WindowForm,
  fromHz: number,
  meanRows: number,
): SlidingWindow<ShortRows> {
  const spectrum = createPowerSpectrum(kernels, form.size)
  const reader = createBandReader(kernels, form, fromHz, Number.POSITIVE_INFINITY)
  const bank = createMelBank(MEL_COUNT, form.size, form.sampleRate, MEL_LOW_HZ, MEL_HIGH_HZ)
  const mel = createMelReader(kernels, bank, MEL_COMPRESSION)
  const bands = createGrowingRows((length) => new Uint8Array(length), BAND_COUNT - reader.firstBand)
  const bass = createGrowingRows((length) => new Uint8Array(length), 1)
  const flux = createFluxCollector(MEL_COUNT)
  const timbre = createTimbreMean(meanRows)
  const toBin = (hz: number) => Math.round((hz * form.size) / form.sampleRate)
  const [bassFrom, bassTo] = [toBin(BASS_LOW_HZ), toBin(BASS_HIGH_HZ)]
  const framer = createFramer(form.size, form.hop, (frame) => {
    spectrum.measure(frame)
    reader.read(spectrum.power, bands.next())
    bass.next()[0] = quantise(toDb(sum(spectrum.power.values, bassFrom, bassTo)))
    mel.read(spectrum.power)
    flux.push(mel.levels)
    timbre.push(mel.levels)
  })
  return {
    push: framer.push,
    finish() {
      framer.finish()
      const { firstBand, endBand } = reader
      return {
        bands: { firstBand, endBand, rows: bands.finish() },
        bass: bass.finish(),
        flux: flux.finish(),
        timbre: timbre.finish(),
      }
    },
  }
}

/** Means of rows around every `meanRows`-th one. */
function createTimbreMean(meanRows: number): SlidingWindow<Float32Array> {
  const rows = createGrowingRows((length) => new Float32Array(length), MEL_COUNT)
  const sums = new Float32Array(MEL_COUNT)
  let count = 0
  let untilStored = meanRows / 2
  const store = () => {
    const row = rows.next()
    row.set(sums.map((value) => value / count))
    sums.fill(0)
    count = 0
    untilStored = meanRows
  }
  return {
    push(levels) {
      mapInPlace(sums, (value, band) => value + (levels[band] ?? 0))
      count++
      if (--untilStored === 0) store()
    },
    finish() {
      if (count > 0) store()
      return rows.finish()
    },
  }
}

function sum(power: Float32Array, from: number, to: number): number {
  let total = 0
  for (let bin = from; bin <= to; bin++) total += power[bin]!
  return total
}
