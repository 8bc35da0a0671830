import { type Hints, NEVER, type SungLine } from './search-lines.ts'
import type { Rows } from './singing.ts'

/** Sound is compared for about as long as a line: a short one or a long one, by its syllables. */
const LENGTHS = [
  { syllables: 15, secs: 2.5 },
  { syllables: Number.POSITIVE_INFINITY, secs: 5 },
]

/** The same words are nearly always the same music; the lines of two verses, if they have as many, often. */
const SAME = { doubt: 0.05, weight: 0.7 }
const PARALLEL = { doubt: 0.5, weight: 0.5 }

/** A word or two says nothing. */
const LEAST_CHARACTERS = 5

/** How much a standard deviation of likeness says, and the most of them that count. */
const LIKENESS_WEIGHT = 1.5
const MOST_LIKENESS = 5

/** What is closer than this is alike because it is the same moment. */
const APART_SECS = 2

/** Steps that a line hardly begins at have no say. */
const LEAST_SHARE = 3e-3

/** Lines that are probably sung to the same music. */
type Family = { members: number[]; likeness: Float32Array; doubt: number; weight: number }

/** How the lines that come again speak for one another. */
export type Repeats = {
  /** Hints for all lines, out of where each one probably begins. */
  hint(places: readonly Float64Array[]): Hints
}

/** Finds the lines that come again in the text, and compares all moments of the song with all others for them. */
export function findRepeats(
  lines: readonly SungLine[],
  sounds: Rows,
  { stepCount, stepSecs, rowsPerStep }: { stepCount: number; stepSecs: number; rowsPerStep: number },
): Repeats {
  const groups = [...listSame(lines), ...listParallel(lines)]
  const likenesses = groups.length > 0 ? compareAll(sounds, stepCount, rowsPerStep) : undefined
  const known = new Map<number, Float32Array>()
  const families = groups.map(({ members, ...group }): Family => {
    const mean = members.reduce((sum, line) => sum + lines[line]!.syllables, 0) / members.length
    const { secs } = LENGTHS.find(({ syllables }) => mean < syllables)!
    const likeness = known.get(secs) ?? followAlong(likenesses!, stepCount, stepSecs, secs)
    known.set(secs, likeness)
    return { members, likeness, ...group }
  })
  return {
    hint(places) {
      const hints = places.map(() => new Float64Array(stepCount))
      for (const family of families) speakFor(family, places, hints)
      return hints
    },
  }
}

type Group = Pick<Family, 'members' | 'doubt' | 'weight'>

function listSame(lines: readonly SungLine[]): Group[] {
  const plain = lines.map(({ text }) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim(),
  )
  const groups = Map.groupBy(lines.keys(), (line) => plain[line]!)
  return [...groups]
    .filter(([text, members]) => members.length > 1 && text.length >= LEAST_CHARACTERS)
    .map(([, members]) => ({ members, ...SAME }))
}

/** Lines in the same place of verses with as many lines. */
function listParallel(lines: readonly SungLine[]): Group[] {
  const starts = [...lines.keys()].filter((line) => line === 0 || lines[line]!.isVerseStart)
  const verses = starts.map((start, i) => ({ start, length: (starts[i + 1] ?? lines.length) - start }))
  const groups = Map.groupBy(verses, ({ length }) => length)
  return [...groups]
    .filter(([length, alike]) => length > 1 && alike.length > 1)
    .flatMap(([length, alike]) =>
      Array.from({ length }, (_, place) => alike.map(({ start }) => start + place)),
    )
    .filter((members) => new Set(members.map((line) => lines[line]!.text)).size > 1)
    .map((members) => ({ members, ...PARALLEL }))
}

/** The cosine of every pair of steps. */
function compareAll({ width, values }: Rows, stepCount: number, rowsPerStep: number): Float32Array {
  const units = new Float32Array(stepCount * width)
  for (let step = 0; step < stepCount; step++) {
    const unit = units.subarray(step * width, (step + 1) * width)
    for (let row = step * rowsPerStep; row < (step + 1) * rowsPerStep; row++)
      for (let i = 0; i < width; i++) unit[i]! += values[row * width + i]!
    const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0)) + 1e-6
    for (let i = 0; i < width; i++) unit[i]! /= length
  }
  const cosines = new Float32Array(stepCount * stepCount)
  for (let a = 0; a < stepCount; a++)
    for (let b = 0; b <= a; b++) {
      let sum = 0
      for (let i = 0; i < width; i++) sum += units[a * width + i]! * units[b * width + i]!
      cosines[a * stepCount + b] = sum
      cosines[b * stepCount + a] = sum
    }
  return cosines
}

/** How much more likely than chance what begins with each step comes again at each other one: rows with a mean of 1. */
function followAlong(cosines: Float32Array, stepCount: number, stepSecs: number, secs: number): Float32Array {
  const length = Math.max(1, Math.round(secs / stepSecs))
  const sums = new Float32Array(stepCount * stepCount)
  for (let lag = 0; lag < stepCount; lag++) {
    let sum = 0
    const last = stepCount - lag
    for (let step = Math.min(length, last) - 1; step >= 0; step--)
      sum += cosines[step * stepCount + step + lag]!
    for (let step = 0; step < last; step++) {
      sums[step * stepCount + step + lag] = sum
      sums[(step + lag) * stepCount + step] = sum
      sum -= cosines[step * stepCount + step + lag]!
      const next = step + length
      if (next < last) sum += cosines[next * stepCount + next + lag]!
    }
  }
  const apart = Math.round(APART_SECS / stepSecs)
  for (let step = 0; step < stepCount; step++)
    weighRow(sums.subarray(step * stepCount, (step + 1) * stepCount), step, apart)
  return sums
}

function weighRow(row: Float32Array, own: number, apart: number): void {
  let [count, sum, squares] = [0, 0, 0]
  for (let step = 0; step < row.length; step++) {
    if (Math.abs(step - own) < apart) continue
    count++
    sum += row[step]!
    squares += row[step]! ** 2
  }
  const mean = sum / Math.max(1, count)
  const spread = Math.sqrt(Math.max(0, squares / Math.max(1, count) - mean ** 2)) + 1e-6
  let total = 0
  for (let step = 0; step < row.length; step++) {
    const likeness = Math.min(MOST_LIKENESS, (row[step]! - mean) / spread)
    row[step] = Math.abs(step - own) < apart ? 0 : Math.exp(LIKENESS_WEIGHT * likeness)
    total += row[step]!
  }
  for (let step = 0; step < row.length; step++) row[step]! *= row.length / (total + 1e-6)
}

/** Each member hints at where the others begin. */
function speakFor(
  { members, likeness, doubt, weight }: Family,
  places: readonly Float64Array[],
  hints: readonly Float64Array[],
): void {
  const share = weight / Math.sqrt(members.length - 1)
  const words = members.map((line) => {
    const heard = new Float64Array(places[line]!.length)
    places[line]!.forEach((place, step) => {
      if (place < LEAST_SHARE) return
      const row = step * heard.length
      for (let other = 0; other < heard.length; other++) heard[other]! += place * likeness[row + other]!
    })
    return heard.map((value) => share * Math.log(doubt + (1 - doubt) * value))
  })
  const all = new Float64Array(words[0]!.length)
  for (const word of words) for (let step = 0; step < all.length; step++) all[step]! += word[step]!
  members.forEach((line, i) => {
    for (let step = 0; step < all.length; step++) hints[line]![step]! += all[step]! - words[i]![step]!
  })
}

/** Where a line probably begins, as shares of 1, out of what each step is worth at best. */
export function shareOut(values: Float64Array, doubt: number): Float64Array {
  const highest = values.reduce((most, value) => Math.max(most, value), NEVER)
  const shares = values.map((value) => Math.exp((value - highest) / doubt))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / total)
}
