import type { AudioAnalysis } from '../audio-analysis.ts'
import { percentile, sumUp } from '../vectors.ts'

/** What voices are told from instruments by. */
export type VoiceGround = Pick<AudioAnalysis, 'spectrum' | 'voice'>

/** Rows of `width` values, one row for each value of the voice's levels. */
export type TraitRows = { width: number; values: Float32Array }

/** Where a trait needs no more, so many neighbouring bands are heard as one. */
const GROUP = 4

/** In rows: the music around, from which a sound stands out; a syllable, a few words; and how far before and after is listened. */
const AROUND_ROWS = 289
const SYLLABLE_ROWS = 5
const WORDS_ROWS = 25
const ASIDE_ROWS = 2

/** In rows of the spectrum: how long levels are watched for how much they change, and for how much of that is as fast as syllables. */
const CHANGE_ROWS = 103
const MOTION_ROWS = 51
const [FAST_ROWS, SLOW_ROWS] = [7, 25]

/** Traits are counted in so many steps of the spectrum: 8 dB; what is stranger than this many says no more. */
const UNIT = 20
const MOST = 4

/**
 * Describes each moment by what may tell who sings, and what: the shape of the spectrum against the music around, right before and
 * after too, how restless it is, how much it changes, and how fast. Each trait is measured against what is usual in the song.
 */
export function listVoiceTraits({ spectrum, voice }: VoiceGround): TraitRows {
  const { bands, bandCount, rateHz } = spectrum
  const rowsEach = Math.round(rateHz / voice.rateHz)
  const count = Math.min(voice.levels.length, Math.floor(bands.length / bandCount / rowsEach))
  const all = readBands(spectrum, count * rowsEach)
  const levels = all.map((band) => divide(averageRows(band, rowsEach), UNIT))
  const shapes = levels.map((level) => subtract(level, average(level, AROUND_ROWS)))
  const loudness = takeMean(shapes)
  const aside = groupBands(shapes)
  const groups = groupBands(all)
  const level = compareToUsual(divide(Float32Array.from(voice.levels.subarray(0, count)), UNIT))
  const columns = [
    ...shapes.map((shape) => subtract(shape, loudness)),
    ...aside.map((shape) => shift(shape, -ASIDE_ROWS)),
    ...aside.map((shape) => shift(shape, ASIDE_ROWS)),
    ...groupBands(all.map((band) => divide(measurePeaks(band, rowsEach), UNIT))),
    ...groupBands(all.map((band) => divide(measureRestlessness(band, rowsEach), UNIT / 2))),
    ...groups.map((band) => compareToUsual(divide(thin(measureChange(band), rowsEach), UNIT))),
    ...groups.map((band) => compareToUsual(divide(thin(measureMotion(band), rowsEach), UNIT))),
    level,
    average(level, SYLLABLE_ROWS),
    average(level, WORDS_ROWS),
    loudness,
  ]
  return joinColumns(columns, count)
}

/** The levels of each band, row by row. */
function readBands({ bands, bandCount }: AudioAnalysis['spectrum'], count: number): Float32Array[] {
  return Array.from({ length: bandCount }, (_, band) => {
    const levels = new Float32Array(count)
    for (let row = 0; row < count; row++) levels[row] = bands[row * bandCount + band]!
    return levels
  })
}

/** The mean of every so many rows. */
function averageRows(band: Float32Array, rowsEach: number): Float32Array {
  return Float32Array.from({ length: band.length / rowsEach }, (_, row) => {
    let sum = 0
    for (let each = row * rowsEach; each < (row + 1) * rowsEach; each++) sum += band[each]!
    return sum / rowsEach
  })
}

/** One value of every so many. */
function thin(values: Float32Array, rowsEach: number): Float32Array {
  return Float32Array.from({ length: values.length / rowsEach }, (_, row) => values[row * rowsEach]!)
}

function divide(values: Float32Array, by: number): Float32Array {
  return values.map((value) => value / by)
}

function subtract(values: Float32Array, others: Float32Array): Float32Array {
  return values.map((value, i) => value - others[i]!)
}

/** The value some rows later, or earlier. */
function shift(values: Float32Array, rows: number): Float32Array {
  return values.map((_, i) => values[Math.max(0, Math.min(values.length - 1, i + rows))]!)
}

function takeMean(columns: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(columns[0]!.length)
  for (const column of columns) for (let i = 0; i < mean.length; i++) mean[i]! += column[i]!
  return divide(mean, columns.length)
}

function groupBands(columns: readonly Float32Array[]): Float32Array[] {
  return Array.from({ length: columns.length / GROUP }, (_, i) =>
    takeMean(columns.slice(i * GROUP, (i + 1) * GROUP)),
  )
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

/** How far the highest of a few rows stands out: consonants are short. */
function measurePeaks(band: Float32Array, rowsEach: number): Float32Array {
  return Float32Array.from({ length: band.length / rowsEach }, (_, row) => {
    let [most, sum] = [0, 0]
    for (let each = row * rowsEach; each < (row + 1) * rowsEach; each++) {
      most = Math.max(most, band[each]!)
      sum += band[each]!
    }
    return most - sum / rowsEach
  })
}

/** How far a level goes from row to row. */
function measureRestlessness(band: Float32Array, rowsEach: number): Float32Array {
  return Float32Array.from({ length: band.length / rowsEach }, (_, row) => {
    let sum = 0
    for (let each = Math.max(1, row * rowsEach); each < (row + 1) * rowsEach; each++)
      sum += Math.abs(band[each]! - band[each - 1]!)
    return sum / rowsEach
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
  return values.map((value) => value - usual)
}

function joinColumns(columns: Float32Array[], count: number): TraitRows {
  const width = columns.length
  const values = new Float32Array(count * width)
  columns.forEach((column, i) => {
    for (let row = 0; row < count; row++)
      values[row * width + i] = Math.max(-MOST, Math.min(MOST, column[row]!))
  })
  return { width, values }
}
