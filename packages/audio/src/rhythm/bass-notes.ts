import { BAND_COUNT } from '@songreel/kit/core'
import { SPECTRUM_FLOOR_DB, SPECTRUM_STEP_DB } from '../audio-analysis.ts'
import { BAND_EDGES_HZ } from '../spectrum/log-bands.ts'
import { FEATURE_RATE_HZ } from '../spectrum/song-features.ts'

/** Above this, chords begin. */
const TOP_HZ = 260

/** Rows of the spectrum that make one row of bass: the low bands' window is longer than that. */
const MEAN_ROWS = 4

/** The bands that bass notes sound in, each a little wider than a semitone. */
export const BASS_WIDTH = BAND_EDGES_HZ.filter((hz) => hz < TOP_HZ).length
export const BASS_RATE_HZ = FEATURE_RATE_HZ / MEAN_ROWS

/** Amplitudes by stored value; the root keeps one loud drum from hiding the note. */
const AMPLITUDES = Float32Array.from({ length: 256 }, (_, value) =>
  Math.sqrt(10 ** ((value * SPECTRUM_STEP_DB + SPECTRUM_FLOOR_DB) / 20)),
)

/** Which low notes sound, about 17 times a second; every row equally loud, so that a soft bass speaks as well. */
export function readBassNotes(bands: Uint8Array): Float32Array {
  const count = Math.floor(bands.length / BAND_COUNT / MEAN_ROWS)
  const rows = new Float32Array(count * BASS_WIDTH)
  for (let row = 0; row < count; row++) {
    // A row is centred on its moment, as the rows of the spectrum are.
    const first = Math.max(0, row * MEAN_ROWS - MEAN_ROWS / 2)
    for (let part = first; part < first + MEAN_ROWS; part++) {
      for (let i = 0; i < BASS_WIDTH; i++)
        rows[row * BASS_WIDTH + i]! += AMPLITUDES[bands[part * BAND_COUNT + i]!]!
    }
  }
  return evenRows(rows, BASS_WIDTH)
}

/** Pitch classes with every row equally loud: a bass note alone says as much about the harmony as a full chord after it. */
export function evenChords(chroma: Float32Array): Float32Array {
  return evenRows(chroma, 12)
}

/** Rows of about the same length; silence stays silent. */
function evenRows(rows: Float32Array, width: number): Float32Array {
  const count = Math.floor(rows.length / width)
  const lengths = new Float32Array(count)
  for (let row = 0; row < count; row++) {
    let squares = 0
    for (let i = row * width; i < (row + 1) * width; i++) squares += rows[i]! * rows[i]!
    lengths[row] = Math.sqrt(squares)
  }
  const floor = (0.1 * lengths.reduce((sum, length) => sum + length, 0)) / Math.max(1, count)
  return rows.map((value, i) => value / ((lengths[Math.floor(i / width)] ?? 0) + floor + 1e-9))
}
