import { mapInPlace } from '@songreel/kit/core'
import { createKernels } from '../kernels/kernels.ts'
import { TEXTURE_RATE_HZ, type Texture } from '../spectrum/song-features.ts'
import { MEL_COUNT } from '../spectrum/windows.ts'
import { averageRows } from '../vectors.ts'

/** Cepstral coefficients that describe the timbre. */
const TIMBRE_COUNT = 14

/** Neighbouring units are compared as a sequence of this many: order matters in music. */
const SEQUENCE = 4

const CHROMA_WEIGHT = 0.6

/** How alike any two units of a song sound: `values[a * count + b]` in 0..1. */
export type SelfSimilarity = { count: number; values: Float32Array }

/** Compares the units between consecutive moments by harmony and timbre. */
export function compareUnits(texture: Texture, momentSecs: number[]): SelfSimilarity {
  const count = Math.max(0, momentSecs.length - 1)
  const chroma = centreChroma(averageRows(texture.chroma, 12, TEXTURE_RATE_HZ, momentSecs), count)
  const timbre = describeTimbre(averageRows(texture.timbre, MEL_COUNT, TEXTURE_RATE_HZ, momentSecs), count)
  const kernels = createKernels()
  const harmony = kernels.floats(12 * SEQUENCE * count)
  joinSequences(chroma, 12, harmony.values)
  const sound = kernels.floats(TIMBRE_COUNT * SEQUENCE * count)
  joinSequences(timbre, TIMBRE_COUNT, sound.values)
  const row = kernels.floats(count)
  const values = new Float32Array(count * count)
  for (let a = 0; a < count; a++) {
    kernels.run.compareRow(
      harmony.pointer,
      12 * SEQUENCE,
      CHROMA_WEIGHT,
      sound.pointer,
      TIMBRE_COUNT * SEQUENCE,
      1 - CHROMA_WEIGHT,
      a,
      count,
      row.pointer,
    )
    values.set(row.values, a * count)
  }
  return { count, values }
}

/** Shares of the pitch classes, without what the whole song has in common: a tonic that always sounds says nothing. */
function centreChroma(rows: Float32Array, count: number): Float32Array {
  const mean = new Float64Array(12)
  for (let unit = 0; unit < count; unit++) {
    const row = rows.subarray(unit * 12, unit * 12 + 12)
    const sum = row.reduce((total, value) => total + value, 0) || 1
    mapInPlace(row, (value) => value / sum)
    mapInPlace(mean, (value, i) => value + (row[i] ?? 0) / count)
  }
  return rows.map((value, i) => value - (mean[i % 12] ?? 0))
}

/** The cosine transform of the mel levels without its first value (that is loudness), each with mean 0, deviation 1. */
function describeTimbre(levels: Float32Array, count: number): Float32Array {
  const waves = Array.from({ length: TIMBRE_COUNT }, (_, k) =>
    Float64Array.from({ length: MEL_COUNT }, (_, i) => Math.cos((Math.PI * (k + 1) * (i + 0.5)) / MEL_COUNT)),
  )
  const rows = new Float32Array(count * TIMBRE_COUNT)
  waves.forEach((wave, k) => {
    let [sum, squares] = [0, 0]
    for (let unit = 0; unit < count; unit++) {
      let value = 0
      for (let i = 0; i < MEL_COUNT; i++) value += levels[unit * MEL_COUNT + i]! * wave[i]!
      rows[unit * TIMBRE_COUNT + k] = value
      sum += value
      squares += value * value
    }
    const mean = sum / count
    const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean)) || 1
    for (let unit = 0; unit < count; unit++) {
      rows[unit * TIMBRE_COUNT + k] = (rows[unit * TIMBRE_COUNT + k]! - mean) / deviation
    }
  })
  return rows
}

/** Each unit with its neighbours, as one vector of length 1; centred, so that changes keep their place. */
function joinSequences(rows: Float32Array, width: number, joined: Float32Array): void {
  const length = width * SEQUENCE
  const count = joined.length / length
  for (let unit = 0; unit < count; unit++) {
    const vector = joined.subarray(unit * length, (unit + 1) * length)
    for (let i = 0; i < SEQUENCE; i++) {
      const from = Math.max(0, Math.min(count - 1, unit + i - SEQUENCE / 2)) * width
      vector.set(rows.subarray(from, from + width), i * width)
    }
    const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
    mapInPlace(vector, (value) => value / norm)
  }
}
