import type { AudioAnalysis } from '../audio-analysis.ts'
import { percentile, sumUp } from '../vectors.ts'

/** What voices are told from instruments by. */
export type VoiceGround = Pick<AudioAnalysis, 'spectrum' | 'voice'>

/** Rows of `width` values, one row for each value of the voice's levels. */
export type TraitRows = { width: number; values: Float32Array }

/** The bands of the voice are listened to in pairs, all bands in fours. */
const [VOICE_FROM, VOICE_TO, VOICE_GROUP] = [24, 52, 2]
const SOUND_GROUP = 4

/** In rows: a syllable, and a few words. */
const SYLLABLE_ROWS = 5
const WORDS_ROWS = 25

/** In rows of the spectrum: how long levels are watched for how much they change, and for how much of that is as fast as syllables. */
const CHANGE_ROWS = 103
const MOTION_ROWS = 51
const [FAST_ROWS, SLOW_ROWS] = [7, 25]

/** Traits are counted in so many steps of the spectrum: 4 dB. */
const UNIT = 10

/**
 * Describes each moment by what may tell singing from playing: how strong each part of the spectrum is, now and for a few words, how
 * much it changes, and how fast. Each trait is measured against what is usual in the song.
 */
export function listVoiceTraits({ spectrum, voice }: VoiceGround): TraitRows {
  const { bands, bandCount, rateHz } = spectrum
  const rowsEach = Math.round(rateHz / voice.rateHz)
  const count = Math.min(voice.levels.length, Math.floor(bands.length / bandCount / rowsEach))
  const thin = (levels: Float32Array) =>
    Float32Array.from({ length: count }, (_, row) => levels[row * rowsEach]!)
  const sounds = Array.from({ length: bandCount / SOUND_GROUP }, (_, i) =>
    readLevels(spectrum, i * SOUND_GROUP, SOUND_GROUP),
  )
  const voices = Array.from({ length: (VOICE_TO - VOICE_FROM) / VOICE_GROUP }, (_, i) =>
    readLevels(spectrum, VOICE_FROM + i * VOICE_GROUP, VOICE_GROUP),
  )
  const levels = [
    ...[...voices, ...sounds].map((level) => thin(average(level, rowsEach))),
    Float32Array.from(voice.levels.subarray(0, count)),
  ]
  const columns = [
    ...levels.map((level) => average(level, SYLLABLE_ROWS)),
    ...levels.map((level) => average(level, WORDS_ROWS)),
    ...sounds.map((level) => average(thin(measureChange(level)), SYLLABLE_ROWS)),
    ...sounds.map((level) => average(thin(measureMotion(level)), SYLLABLE_ROWS)),
  ]
  return joinColumns(columns.map(compareToUsual), count)
}

/** The mean level of a few neighbouring bands, row by row. */
function readLevels(
  { bands, bandCount }: AudioAnalysis['spectrum'],
  first: number,
  count: number,
): Float32Array {
  const levels = new Float32Array(Math.floor(bands.length / bandCount))
  for (let row = 0; row < levels.length; row++) {
    let sum = 0
    for (let band = first; band < first + count; band++) sum += bands[row * bandCount + band]!
    levels[row] = sum / count
  }
  return levels
}

/** The mean of the values around each one. */
function average(values: Float32Array, reach: number): Float32Array {
  const sums = sumUp(values)
  const before = reach >> 1
  return values.map((_, i) => {
    const from = Math.max(0, i - before)
    const to = Math.min(values.length, i - before + reach)
    return (sums[to]! - sums[from]!) / (to - from)
  })
}

/** How far levels stray from their mean. */
function measureChange(levels: Float32Array): Float32Array {
  const means = average(levels, CHANGE_ROWS)
  const squares = average(
    levels.map((level) => level * level),
    CHANGE_ROWS,
  )
  return squares.map((square, i) => Math.sqrt(Math.max(0, square - means[i]! ** 2)))
}

/** How far they go up and down about as fast as syllables do. */
function measureMotion(levels: Float32Array): Float32Array {
  const [fast, slow] = [average(levels, FAST_ROWS), average(levels, SLOW_ROWS)]
  const squares = fast.map((level, i) => (level - slow[i]!) ** 2)
  return average(squares, MOTION_ROWS).map((square) => Math.sqrt(Math.max(0, square)))
}

function compareToUsual(values: Float32Array): Float32Array {
  const usual = percentile(values, 0.5)
  return values.map((value) => (value - usual) / UNIT)
}

function joinColumns(columns: Float32Array[], count: number): TraitRows {
  const width = columns.length
  const values = new Float32Array(count * width)
  columns.forEach((column, i) => {
    for (let row = 0; row < count; row++) values[row * width + i] = column[row]!
  })
  return { width, values }
}
