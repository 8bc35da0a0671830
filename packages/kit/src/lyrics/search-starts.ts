import type { Singing } from './singing.ts'

/** What the search weighs: log odds, or their parts per second. */
const WEIGHTS = {
  /** A second of a line in which somebody sings. */
  voice: 3,
  /** A line far from where it would be if all that sounds sung were sung at one pace. */
  place: 0.3,
  /** A line that begins where the voice does. */
  rise: 1.5,
  /** How far the length of a line strays from what its syllables say: a standard deviation, as a logarithm. */
  lengthSpread: 0.45,
  /** A second of silence between two lines, and between two verses. */
  breath: 0.35,
  verseBreak: 0.05,
  /** A long pause inside a verse, and each second of it. */
  pause: 3,
  pauseSecond: 0.15,
  /** The distance to the next line changes by one step, or by more; less at the borders of verses. */
  drift: 0.6,
  change: 1.3,
  verseChange: 0.6,
  /** Lines begin bars or half bars apart. */
  bar: 0.8,
  halfBar: 0.3,
}

/** How far from there is far, as a share of the song, and the most that it weighs. */
const PLACE_SPREAD = 0.1
const MOST_MISPLACED = 4

/** Lines of a verse that follow one another begin no further apart. */
const MOST_APART_SECS = 11

/** Even a silent step counts for a little, so that there is always somewhere to go on. */
const LEAST_VOICE = 0.02

const NEVER = -1e9

/** What is known of a line before it is found. */
export type SungLine = { readonly syllables: number; readonly isVerseStart: boolean }

/** The steps at which each line begins and ends, and how well that fits. */
export type FoundStarts = { starts: number[]; ends: number[]; score: number }

/**
 * Finds when the lines begin: the way through the song on which they cover the singing best, are as long as their syllables
 * say, begin where the voice does and follow one another evenly (Viterbi). A state is the step that a line begins with and the
 * distance in steps at which lines follow one another; a long pause keeps the distance.
 */
export function searchStarts(
  lines: readonly SungLine[],
  singing: Singing,
  secsPerSyllable: number,
): FoundStarts | undefined {
  const search = prepareSearch(lines, singing, secsPerSyllable)
  const { stepCount, width } = search
  let best = new Float64Array(stepCount * width)
  rewardStarts(search, 0, best)
  const origins = [new Int32Array(0)]
  for (let line = 0; line + 1 < lines.length; line++) {
    const next = new Float64Array(best.length).fill(NEVER)
    const from = new Int32Array(best.length).fill(-1)
    const ended = followOn(search, line, { best, next, from })
    resume(search, line, { best, next, from }, ended)
    rewardStarts(search, line + 1, next)
    origins.push(from)
    best = next
  }
  return traceBack(search, best, origins)
}

type Search = {
  lines: readonly SungLine[]
  stepSecs: Float64Array
  stepCount: number
  /** One more than the most steps from line to line. */
  width: number
  /** Running totals of the voice. */
  sung: Float64Array
  rise: Float32Array
  /** For each line, what each length in steps costs. */
  lengthCosts: Float64Array[]
  /** For each distance, whether it is one of bars. */
  metre: Float64Array
  /** Where each line would begin at one pace. */
  usualSecs: number[]
}

/** The values of all states of a line, those of the next one, and where the latter come from. */
type Stage = { best: Float64Array; next: Float64Array; from: Int32Array }

/** For each step the lines that end before a pause with it, and what they are worth. */
type Ended = { startsAt: number[][]; values: Float64Array }

function prepareSearch(
  lines: readonly SungLine[],
  { stepSecs, voice, rise, barSteps }: Singing,
  secsPerSyllable: number,
): Search {
  const stepCount = voice.length
  const meanSecs = ((stepSecs[stepCount] ?? 0) - (stepSecs[0] ?? 0)) / stepCount
  const width = Math.max(4, Math.round(MOST_APART_SECS / meanSecs)) + 1
  const sung = new Float64Array(stepCount + 1)
  for (let step = 0; step < stepCount; step++)
    sung[step + 1] = sung[step]! + WEIGHTS.voice * voice[step]! * (stepSecs[step + 1]! - stepSecs[step]!)
  // A line is held at its end for about a syllable.
  const lengthCosts = lines.map(({ syllables }) =>
    Float64Array.from({ length: width }, (_, steps) => {
      const share = (Math.max(0.5, steps) * meanSecs) / ((syllables + 1) * secsPerSyllable)
      return 0.5 * (Math.log(share) / WEIGHTS.lengthSpread) ** 2
    }),
  )
  const metre = Float64Array.from({ length: width }, (_, steps) => {
    if (!barSteps || steps === 0) return 0
    return steps % barSteps === 0 ? WEIGHTS.bar : (2 * steps) % barSteps === 0 ? WEIGHTS.halfBar : 0
  })
  return {
    lines,
    stepSecs,
    stepCount,
    width,
    sung,
    rise,
    lengthCosts,
    metre,
    usualSecs: placeEvenly(lines, stepSecs, voice),
  }
}

/** Gives each line as much of the voice as it has of the syllables. */
function placeEvenly(lines: readonly SungLine[], stepSecs: Float64Array, voice: Float32Array): number[] {
  const syllables = lines.reduce((sum, line) => sum + line.syllables + 1, 0)
  const sung = voice.reduce((sum, value) => sum + Math.max(LEAST_VOICE, value), 0)
  let [before, passed, step] = [0, 0, 0]
  return lines.map((line) => {
    while (step < voice.length && passed / sung < before / syllables)
      passed += Math.max(LEAST_VOICE, voice[step++]!)
    before += line.syllables + 1
    return stepSecs[step]!
  })
}

/** A line begins best where the voice does and about where its share of the text says, whatever came before. */
function rewardStarts(search: Search, line: number, values: Float64Array): void {
  const { stepCount, width, rise, stepSecs, usualSecs } = search
  const spreadSecs = PLACE_SPREAD * stepSecs[stepCount]!
  for (let step = 0; step < stepCount; step++) {
    const misplaced = Math.min(MOST_MISPLACED, 0.5 * ((stepSecs[step]! - usualSecs[line]!) / spreadSecs) ** 2)
    const value = WEIGHTS.rise * rise[step]! - WEIGHTS.place * misplaced
    for (let apart = 1; apart < width; apart++) values[step * width + apart]! += value
  }
}

/** The next line follows at about the same distance as this one did, or at another. */
function followOn(search: Search, line: number, { best, next, from }: Stage): Ended {
  const { stepSecs, stepCount, width, sung, lengthCosts, metre } = search
  const costs = lengthCosts[line]!
  const { drift, change, breath, pauseSecond } = weighBorder(search, line)
  const values = new Float64Array(stepCount)
  const startsAt = Array.from({ length: stepCount }, (): number[] => [])
  for (let step = 0; step < stepCount; step++) {
    const row = step * width
    const usual = indexOfHighest(best, row, width)
    if (best[row + usual]! <= NEVER / 2) continue
    let heard = NEVER
    let paused = NEVER
    let pausedAt = 0
    for (let apart = 1; apart < width && step + apart < stepCount; apart++) {
      const value = sung[step + apart]! - sung[step]! - costs[apart]!
      const endSecs = stepSecs[step + apart]!
      heard = Math.max(heard, value + breath * endSecs)
      if (value + pauseSecond * endSecs > paused) {
        paused = value + pauseSecond * endSecs
        pausedAt = step + apart
      }
      let origin = apart
      let before = best[row + apart]!
      for (let other = Math.max(1, apart - 1); other <= apart + 1 && other < width; other++) {
        if (best[row + other]! - drift <= before) continue
        before = best[row + other]! - drift
        origin = other
      }
      if (best[row + usual]! - change > before) {
        before = best[row + usual]! - change
        origin = usual
      }
      const to = (step + apart) * width + apart
      next[to] = before + heard - breath * endSecs + metre[apart]!
      from[to] = row + origin
    }
    if (pausedAt > 0) startsAt[pausedAt]!.push(step)
    values[step] = paused
  }
  return { startsAt, values }
}

/** Where a verse begins or ends, lines may follow one another differently. */
function weighBorder({ lines }: Search, line: number) {
  const isVerseEnd = lines[line + 1]!.isVerseStart
  const isBorder = isVerseEnd || lines[line]!.isVerseStart
  return {
    drift: isBorder ? WEIGHTS.drift / 2 : WEIGHTS.drift,
    change: isBorder ? WEIGHTS.verseChange : WEIGHTS.change,
    breath: isVerseEnd ? WEIGHTS.verseBreak : WEIGHTS.breath,
    pause: isVerseEnd ? 0 : WEIGHTS.pause,
    pauseSecond: isVerseEnd ? WEIGHTS.verseBreak : WEIGHTS.pauseSecond,
  }
}

/** The next line begins at any time after the end of this one. */
function resume(
  search: Search,
  line: number,
  { best, next, from }: Stage,
  { startsAt, values }: Ended,
): void {
  const { stepSecs, stepCount, width } = search
  const { pause, pauseSecond } = weighBorder(search, line)
  const highest = new Float64Array(width).fill(NEVER)
  const origin = new Int32Array(width).fill(-1)
  for (let step = 1; step < stepCount; step++) {
    for (const start of startsAt[step]!) {
      for (let apart = 1; apart < width; apart++) {
        const value = best[start * width + apart]! + values[start]!
        if (value <= highest[apart]!) continue
        highest[apart] = value
        origin[apart] = start * width + apart
      }
    }
    const lost = pauseSecond * stepSecs[step]! + pause
    for (let apart = 1; apart < width; apart++) {
      if (highest[apart]! - lost <= next[step * width + apart]!) continue
      next[step * width + apart] = highest[apart]! - lost
      from[step * width + apart] = origin[apart]!
    }
  }
}

function traceBack(
  search: Search,
  best: Float64Array,
  origins: readonly Int32Array[],
): FoundStarts | undefined {
  const { stepCount, width } = search
  let [score, state] = [NEVER / 2, -1]
  for (let step = 0; step < stepCount; step++) {
    const apart = indexOfHighest(best, step * width, width)
    const value = best[step * width + apart]! + fitEnd(search, origins.length - 1, step, stepCount).value
    if (value > score) [score, state] = [value, step * width + apart]
  }
  if (state < 0) return undefined
  const [starts, ends]: number[][] = [[], []]
  let nextStart = stepCount
  for (let line = origins.length - 1; line >= 0; line--) {
    const start = Math.floor(state / width)
    starts!.unshift(start)
    ends!.unshift(fitEnd(search, line, start, nextStart).end)
    nextStart = start
    state = origins[line]![state] ?? -1
  }
  return { starts: starts!, ends: ends!, score }
}

/** Where a line ends best that begins with a step, and what that is worth. */
function fitEnd(
  { sung, lengthCosts, width, stepCount }: Search,
  line: number,
  start: number,
  latest: number,
): { end: number; value: number } {
  let [end, value] = [Math.min(stepCount, start + 1), NEVER]
  for (let steps = 1; steps < width && start + steps <= latest; steps++) {
    const total = sung[start + steps]! - sung[start]! - lengthCosts[line]![steps]!
    if (total > value) [end, value] = [start + steps, total]
  }
  return { end, value }
}

/** The place within a row, from 1 on, of its highest value. */
function indexOfHighest(values: Float64Array, row: number, width: number): number {
  let highest = 1
  for (let i = 2; i < width; i++) if (values[row + i]! > values[row + highest]!) highest = i
  return highest
}
