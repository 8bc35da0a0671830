import { BAND_COUNT } from '@songreel/kit/core'
import type { Envelope } from '../audio-analysis.ts'
import { type AudioKernels, createKernels } from '../kernels/kernels.ts'
import type { Flux } from './flux.ts'
import { createRateHalver, type RateHalver } from './halve-rate.ts'
import { createEnvelopeCollector } from './peak-envelope.ts'
import {
  type BandRows,
  createBandWindow,
  createChromaWindow,
  createShortWindow,
  MEL_COUNT,
} from './windows.ts'

/** The mono rate that all of the analysis works at. */
export const ANALYSIS_RATE = 22_050

/** Samples from one row of features to the next. */
export const HOP = 320

/** Rows per second of flux and bands: about 69, more than any video has frames. */
export const FEATURE_RATE_HZ = ANALYSIS_RATE / HOP

/** Feature rows per row of texture. */
const TEXTURE_ROWS = 8

/** Rows per second of timbre and pitch classes: about 9. */
export const TEXTURE_RATE_HZ = FEATURE_RATE_HZ / TEXTURE_ROWS

/** Samples per envelope value: 882 values a second, fine enough to place a sound within a millisecond. */
const ENVELOPE_SAMPLES = 25

/** Longer windows move in larger steps; the rows between are read halfway. */
const LONG_WINDOW_ROWS = 2

/** Windows are 46 ms for starts and high bands, 93 ms below 2 kHz, 186 ms below 300 Hz and for pitch. */
const SHORT_SIZE = 1024
const MID_SIZE = 1024
const LOW_SIZE = 512
const CHROMA_SIZE = 2048
const LOW_END_HZ = 300
const MID_END_HZ = 2000

/** What a pass over the samples leaves behind; small enough to keep for a song of two hours. */
export type SongFeatures = {
  sampleCount: number
  /** Rows of 64 stored spectrum values. */
  bands: Uint8Array
  bass: Uint8Array
  flux: Flux
  envelope: Envelope
  texture: Texture
}

/** How the song sounds, about nine times a second: for sections, key and downbeats. */
export type Texture = {
  rowCount: number
  /** Rows of `MEL_COUNT` logarithmic levels. */
  timbre: Float32Array
  /** Rows of 12 pitch classes, C first. */
  chroma: Float32Array
}

/** Gathers features from mono samples at `ANALYSIS_RATE`, piece by piece. */
export type FeatureCollector = { push(samples: Float32Array): void; finish(): SongFeatures }

/** One pass: every window moves along the samples once, and nothing of the sound is kept. */
export function createFeatureCollector(): FeatureCollector {
  const kernels = createKernels()
  const windows = createWindows(kernels)
  const { short, mid, low, chroma } = windows
  const envelope = createEnvelopeCollector(kernels, ANALYSIS_RATE, ENVELOPE_SAMPLES)
  const [toHalf, toQuarter, toEighth] = [0, 1, 2].map(() => createRateHalver(kernels)) as RateHalver[]
  let sampleCount = 0

  const pushQuarter = (samples: Float32Array) => low.push(toEighth!.push(samples))
  const pushHalf = (samples: Float32Array) => {
    mid.push(samples)
    chroma.push(samples)
    pushQuarter(toQuarter!.push(samples))
  }
  return {
    push(samples) {
      sampleCount += samples.length
      envelope.push(samples)
      short.push(samples)
      pushHalf(toHalf!.push(samples))
    },
    finish() {
      pushHalf(toHalf!.finish())
      pushQuarter(toQuarter!.finish())
      low.push(toEighth!.finish())
      return { sampleCount, envelope: envelope.finish(), ...finishWindows(windows) }
    },
  }
}

type Windows = ReturnType<typeof createWindows>

function createWindows(kernels: AudioKernels) {
  const halfRate = ANALYSIS_RATE / 2
  const longHop = HOP * LONG_WINDOW_ROWS
  const shortForm = { size: SHORT_SIZE, hop: HOP, sampleRate: ANALYSIS_RATE }
  const midForm = { size: MID_SIZE, hop: longHop / 2, sampleRate: halfRate }
  const lowForm = { size: LOW_SIZE, hop: longHop / 8, sampleRate: ANALYSIS_RATE / 8 }
  const chromaForm = { size: CHROMA_SIZE, hop: (HOP * TEXTURE_ROWS) / 2, sampleRate: halfRate }
  return {
    short: createShortWindow(kernels, shortForm, MID_END_HZ, TEXTURE_ROWS),
    mid: createBandWindow(kernels, midForm, LOW_END_HZ, MID_END_HZ),
    low: createBandWindow(kernels, lowForm, 0, LOW_END_HZ),
    chroma: createChromaWindow(kernels, chromaForm),
  }
}

function finishWindows({
  short,
  mid,
  low,
  chroma,
}: Windows): Pick<SongFeatures, 'bands' | 'bass' | 'flux' | 'texture'> {
  const { bands, bass, flux, timbre } = short.finish()
  const parts = [
    { ...low.finish(), everyRows: LONG_WINDOW_ROWS },
    { ...mid.finish(), everyRows: LONG_WINDOW_ROWS },
    { ...bands, everyRows: 1 },
  ]
  const rowCount = Math.floor(timbre.length / MEL_COUNT)
  const texture = { rowCount, timbre, chroma: fitRows(chroma.finish(), 12, rowCount) }
  return { bands: joinBands(parts, bass.length), bass, flux, texture }
}

/** The windows' rows side by side; rounding may leave one row more or less at the end. */
function joinBands(parts: (BandRows & { everyRows: number })[], rowCount: number): Uint8Array {
  const joined = new Uint8Array(rowCount * BAND_COUNT)
  for (const { firstBand, endBand, rows, everyRows } of parts) {
    const width = endBand - firstBand
    const last = rows.length / width - 1
    for (let row = 0; row < rowCount; row++) {
      const before = Math.min(Math.floor(row / everyRows), last) * width
      const after = Math.min(Math.ceil(row / everyRows), last) * width
      const to = row * BAND_COUNT + firstBand
      for (let i = 0; i < width; i++) joined[to + i] = (rows[before + i]! + rows[after + i]! + 1) >> 1
    }
  }
  return joined
}

function fitRows(rows: Float32Array, width: number, rowCount: number): Float32Array {
  const fitted = new Float32Array(rowCount * width)
  fitted.set(rows.subarray(0, fitted.length))
  return fitted
}
