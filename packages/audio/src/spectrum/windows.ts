import type { AudioKernels, Region } from '../kernels/kernels.ts'
import { createChromaReader } from './chroma.ts'
import { createFluxCollector, type Flux } from './flux.ts'
import { createFramer, type OnFrames } from './framer.ts'
import { createGrowingRows } from './growing-rows.ts'
import { type BandReader, createBandReader, quantise, toDb } from './log-bands.ts'
import { createMelBank, storeMelBank } from './mel-bank.ts'
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
  const { firstBand, endBand, record } = createBandReader(kernels, form, fromHz, toHz)
  const width = endBand - firstBand
  const rows = createGrowingRows((length) => new Uint8Array(length), width)
  const framer = createFramer(kernels, form, (frames, count) => {
    kernels.run.bandFrames(frames, count, form.hop, spectrum.record, record, found.pointer)
    rows.append(found.values.subarray(0, count * width))
  })
  const found = kernels.bytes(framer.mostFrames * width)
  return {
    push: framer.push,
    finish() {
      framer.finish()
      return { firstBand, endBand, rows: rows.finish() }
    },
  }
}

/** A window for pitch classes: rows of 12. */
export function createChromaWindow(kernels: AudioKernels, form: WindowForm): SlidingWindow<Float32Array> {
  const { record, power } = createPowerSpectrum(kernels, form.size)
  const read = createChromaReader(form.size, form.sampleRate)
  const rows = createGrowingRows((length) => new Float32Array(length), 12)
  const framer = createFramer(kernels, form, (frames, count) => {
    for (let frame = 0; frame < count; frame++) {
      kernels.run.powerSpectrum(frames + 4 * frame * form.hop, record)
      read(power.values, rows.next())
    }
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
  const reader = createBandReader(kernels, form, fromHz, Number.POSITIVE_INFINITY)
  const { firstBand, endBand } = reader
  const width = endBand - firstBand
  const bands = createGrowingRows((length) => new Uint8Array(length), width)
  const bass = createGrowingRows((length) => new Uint8Array(length), 1)
  const framer = createFramer(kernels, form, (frames, count) => {
    measure(frames, count)
    bands.append(foundBands.values.subarray(0, count * width))
    for (const power of foundBass.values.subarray(0, count)) bass.next()[0] = quantise(toDb(power))
    flux.push(count)
    timbre.push(count)
  })
  const foundBands = kernels.bytes(framer.mostFrames * width)
  const foundBass = kernels.doubles(framer.mostFrames)
  const flux = createFluxCollector(kernels, MEL_COUNT, framer.mostFrames)
  const timbre = createTimbreMean(kernels, flux.levels, meanRows)
  const places = { bands: foundBands.pointer, bass: foundBass.pointer, levels: flux.levels.pointer }
  const measure = createShortMeasure(kernels, form, reader, places)
  return {
    push: framer.push,
    finish() {
      framer.finish()
      return {
        bands: { firstBand, endBand, rows: bands.finish() },
        bass: bass.finish(),
        flux: flux.finish(),
        timbre: timbre.finish(),
      }
    },
  }
}

/** Measures frames of the short window: what it finds is left at the places. */
function createShortMeasure(
  kernels: AudioKernels,
  form: WindowForm,
  reader: BandReader,
  places: { bands: number; bass: number; levels: number },
): OnFrames {
  const { size, hop, sampleRate } = form
  const spectrum = createPowerSpectrum(kernels, size)
  const bank = createMelBank(MEL_COUNT, size, sampleRate, MEL_LOW_HZ, MEL_HIGH_HZ)
  const mel = storeMelBank(kernels, bank, MEL_COMPRESSION)
  const toBin = (hz: number) => Math.round((hz * size) / sampleRate)
  const [bassFrom, bassTo] = [toBin(BASS_LOW_HZ), toBin(BASS_HIGH_HZ)]
  return (frames, count) =>
    kernels.run.soundFrames(
      frames,
      count,
      hop,
      spectrum.record,
      reader.record,
      places.bands,
      bassFrom,
      bassTo,
      places.bass,
      mel,
      places.levels,
    )
}

type MeanCollector = { push(rowCount: number): void; finish(): Float32Array }

/** Means of rows of levels around every `meanRows`-th one. */
function createTimbreMean(
  kernels: AudioKernels,
  levels: Region<Float32Array>,
  meanRows: number,
): MeanCollector {
  const rows = createGrowingRows((length) => new Float32Array(length), MEL_COUNT)
  const sums = kernels.floats(MEL_COUNT)
  let count = 0
  let untilStored = meanRows / 2
  const store = () => {
    rows.append(sums.values.map((value) => value / count))
    sums.values.fill(0)
    count = 0
    untilStored = meanRows
  }
  return {
    push(rowCount) {
      for (let row = 0; row < rowCount; ) {
        const taken = Math.min(untilStored, rowCount - row)
        kernels.run.addRows(levels.pointer + 4 * row * MEL_COUNT, taken, MEL_COUNT, sums.pointer)
        row += taken
        count += taken
        untilStored -= taken
        if (untilStored === 0) store()
      }
    },
    finish() {
      if (count > 0) store()
      return rows.finish()
    },
  }
}
