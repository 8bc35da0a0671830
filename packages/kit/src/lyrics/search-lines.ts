/** What the search weighs: seconds, shares and log odds, as measured in songs whose words are timed. */
const MODEL = {
  /** A second of a line in which somebody sings for sure counts this much. */
  voice: 1.1,
  surelyNot: -2.5,
  surely: 2,
  /** More voice after the beginning of a line than before. */
  rise: 0.5,
  riseSecs: 0.5,
  /** A line is held at its end for about this many syllables. */
  heldSyllables: 1.5,
  /** How far lines stray from the length that their syllables say, as a logarithm; some stray anyhow. */
  shorter: 0.22,
  longer: 0.35,
  stray: 0.03,
  straySpread: 0.5,
  mostTimes: 3.2,
  /** Breaths between lines, pauses between verses, and long breaks in either place: seconds, and how often there is one. */
  breathSecs: 0.75,
  pauseSecs: 4,
  breakSecs: 35,
  breaks: 0.03,
  verseBreaks: 0.24,
  /** Nobody sings for this long at the beginning and the end. */
  edgeSecs: 20,
  mostEdge: 3,
}

export const NEVER = -1e9

/** What is known of a line before it is found. */
export type SungLine = { readonly text: string; readonly syllables: number; readonly isVerseStart: boolean }

/** What lines are searched in, in steps. */
export type SearchGround = {
  lines: readonly SungLine[]
  stepCount: number
  stepSecs: number
  /** Running totals of what the voice is worth. */
  sung: Float64Array
  rise: Float64Array
}

/** For each line and step, how much speaks for the line to begin there besides what the search knows. */
export type Hints = readonly Float64Array[]

/** The steps at which each line begins and ends. */
export type FoundLines = { starts: number[]; ends: number[]; score: number }

/** Gathers log odds of singing into steps of some rows each. */
export function prepareSearch(
  lines: readonly SungLine[],
  voice: Float32Array,
  { rowsPerStep, rateHz }: { rowsPerStep: number; rateHz: number },
): SearchGround {
  const stepCount = Math.floor(voice.length / rowsPerStep)
  const stepSecs = rowsPerStep / rateHz
  const sung = new Float64Array(stepCount + 1)
  for (let step = 0; step < stepCount; step++) {
    let sum = 0
    for (let row = step * rowsPerStep; row < (step + 1) * rowsPerStep; row++)
      sum += Math.max(MODEL.surelyNot, Math.min(MODEL.surely, voice[row]!))
    sung[step + 1] = sung[step]! + (MODEL.voice * stepSecs * sum) / rowsPerStep
  }
  const reach = Math.max(1, Math.round(MODEL.riseSecs / stepSecs))
  const mean = (from: number, to: number) => {
    const first = Math.max(0, Math.min(stepCount - 1, from))
    const end = Math.max(first + 1, Math.min(stepCount, to))
    return (sung[end]! - sung[first]!) / ((end - first) * MODEL.voice * stepSecs)
  }
  const rise = Float64Array.from(
    { length: stepCount },
    (_, step) => MODEL.rise * (mean(step, step + reach) - mean(step - reach, step)),
  )
  return { lines, stepCount, stepSecs, sung, rise }
}

/** What the best way to each line's beginning is worth, and how it goes. */
export type WayThere = {
  starts: Float64Array[]
  startOf: Int32Array[]
  endBefore: Int32Array[]
  ended: Float64Array
}

/**
 * Goes through the song line by line (Viterbi): for each step, the best way on which the line begins there. Lines cover the
 * singing, are as long as their syllables say at a pace of so many seconds each, and breathe in between.
 */
export function searchForward(ground: SearchGround, paceSecs: number, hints?: Hints): WayThere {
  const { lines, stepCount, stepSecs, sung, rise } = ground
  const way: WayThere = { starts: [], startOf: [], endBefore: [], ended: new Float64Array(0) }
  let starts: Float64Array = Float64Array.from({ length: stepCount }, (_, step) => weighEdge(step * stepSecs))
  lines.forEach((line, i) => {
    for (let step = 0; step < stepCount; step++) starts[step]! += rise[step]! + (hints?.[i]?.[step] ?? 0)
    way.starts.push(starts)
    const lengths = weighLengths(line.syllables, paceSecs, stepSecs)
    const ended = new Float64Array(stepCount + 1).fill(NEVER)
    const startOf = new Int32Array(stepCount + 1).fill(-1)
    for (let step = 0; step < stepCount; step++) {
      const before = starts[step]! - sung[step]!
      const most = Math.min(lengths.length - 1, stepCount - step)
      for (let steps = 1; steps <= most; steps++) {
        const value = before + lengths[steps]!
        if (value <= ended[step + steps]!) continue
        ended[step + steps] = value
        startOf[step + steps] = step
      }
    }
    for (let step = 1; step <= stepCount; step++) ended[step]! += sung[step]!
    way.startOf.push(startOf)
    way.ended = ended
    const next = lines[i + 1]
    if (next) starts = resume(ground, next, ended, way)
  })
  return way
}

/** The next line begins after a breath, or after a break. */
function resume(
  { stepCount, stepSecs }: SearchGround,
  line: SungLine,
  ended: Float64Array,
  { endBefore }: WayThere,
): Float64Array {
  const starts = new Float64Array(stepCount).fill(NEVER)
  const from = new Int32Array(stepCount).fill(-1)
  for (const { secs, weight } of listPauses(line)) {
    let [best, at] = [NEVER, -1]
    for (let step = 0; step < stepCount; step++) {
      best -= stepSecs / secs
      if (ended[step]! > best) [best, at] = [ended[step]!, step]
      if (best + weight <= starts[step]!) continue
      starts[step] = best + weight
      from[step] = at
    }
  }
  endBefore.push(from)
  return starts
}

/** For each line and step, what the best way from there to the end of the song is worth. */
export function searchBackward(ground: SearchGround, paceSecs: number, hints?: Hints): Float64Array[] {
  const { lines, stepCount, stepSecs, sung, rise } = ground
  const rest: Float64Array[] = []
  let after: Float64Array = Float64Array.from({ length: stepCount + 1 }, (_, step) =>
    weighEdge((stepCount - step) * stepSecs),
  )
  for (let i = lines.length - 1; i >= 0; i--) {
    const lengths = weighLengths(lines[i]!.syllables, paceSecs, stepSecs)
    const values = new Float64Array(stepCount)
    for (let step = 0; step <= stepCount; step++) after[step]! += sung[step]!
    for (let step = 0; step < stepCount; step++) {
      let best = NEVER
      const most = Math.min(lengths.length - 1, stepCount - step)
      for (let steps = 1; steps <= most; steps++)
        best = Math.max(best, after[step + steps]! + lengths[steps]!)
      values[step] = best - sung[step]!
    }
    rest.unshift(values)
    const begun = values.map((value, step) => value + rise[step]! + (hints?.[i]?.[step] ?? 0))
    after = waitFor(ground, lines[i]!, begun)
  }
  return rest
}

function waitFor({ stepCount, stepSecs }: SearchGround, line: SungLine, begun: Float64Array): Float64Array {
  const after = new Float64Array(stepCount + 1).fill(NEVER)
  for (const { secs, weight } of listPauses(line)) {
    let best = NEVER
    for (let step = stepCount - 1; step >= 0; step--) {
      best = Math.max(best - stepSecs / secs, begun[step]!)
      after[step] = Math.max(after[step]!, best + weight)
    }
  }
  return after
}

/** Follows the best way back from the end of the song; undefined where the lines don't fit into it. */
export function traceLines(
  { lines, stepCount, stepSecs }: SearchGround,
  way: WayThere,
): FoundLines | undefined {
  let [score, end] = [NEVER / 2, -1]
  for (let step = 0; step <= stepCount; step++) {
    const value = way.ended[step]! + weighEdge((stepCount - step) * stepSecs)
    if (value > score) [score, end] = [value, step]
  }
  if (end < 0) return undefined
  const found: FoundLines = { starts: [], ends: [], score }
  for (let i = lines.length - 1; i >= 0; i--) {
    const start = way.startOf[i]![end]!
    found.ends.unshift(end)
    found.starts.unshift(start)
    if (i > 0) end = way.endBefore[i - 1]![start]!
  }
  return found
}

/** Pauses are drawn from two kinds, each with a mean length. */
function listPauses({ isVerseStart }: SungLine): { secs: number; weight: number }[] {
  const secs = isVerseStart ? MODEL.pauseSecs : MODEL.breathSecs
  const breaks = isVerseStart ? MODEL.verseBreaks : MODEL.breaks
  return [
    { secs, weight: Math.log(1 / secs) },
    { secs: MODEL.breakSecs, weight: Math.log(breaks / MODEL.breakSecs) },
  ]
}

function weighEdge(secs: number): number {
  return -Math.min(secs / MODEL.edgeSecs, MODEL.mostEdge + secs / 100)
}

/** How likely each length in steps is for a line. */
function weighLengths(syllables: number, paceSecs: number, stepSecs: number): Float64Array {
  const meanSecs = (syllables + MODEL.heldSyllables) * paceSecs
  const most = Math.max(4, Math.ceil((MODEL.mostTimes * meanSecs) / stepSecs))
  return Float64Array.from({ length: most + 1 }, (_, steps) => {
    const share = Math.log((Math.max(0.5, steps) * stepSecs) / meanSecs)
    const usual = Math.exp(-0.5 * (share / (share > 0 ? MODEL.longer : MODEL.shorter)) ** 2)
    const strayed = Math.exp(-Math.abs(share) / MODEL.straySpread)
    return Math.log((1 - MODEL.stray) * usual + MODEL.stray * strayed) - Math.log(meanSecs)
  })
}
