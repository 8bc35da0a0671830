import { countSyllables } from './count-syllables.ts'
import type { DraftLine } from './draft-line.ts'
import { learnSinger } from './learn-singer.ts'
import { findRepeats, type Repeats, shareOut } from './repeated-lines.ts'
import {
  type FoundLines,
  type Hints,
  prepareSearch,
  type SearchGround,
  type SungLine,
  searchBackward,
  searchForward,
  traceLines,
} from './search-lines.ts'
import type { Singing } from './singing.ts'

/** Lines are looked for in steps of about this length. */
const STEP_SECS = 0.23

/** All steps are compared with all others: longer songs are searched in longer steps, up to a length at which lines are lost. */
const MOST_STEPS = 1600
const MOST_STEP_SECS = 0.6

/** More than this and the search would take too long: no song has so many lines. */
const MOST_STATES = 300_000

/** How fast people sing, in seconds per syllable; each is tried, and those that fit best are looked at more closely. */
const [LEAST_PACE_SECS, MOST_PACE_SECS, PACE_SHARE] = [0.1, 0.6, 1.18]
const CLOSE_PACES = 2
const PACES_APART = 1.1

/** How often lines that come again are asked about one another, and how far they are believed at first and then. */
const DOUBTS = [4, 2, 2]

/** How often the singer is learnt anew from where the lines were found. */
const LESSONS = 1

/** A step knows only roughly when a line begins: rather a moment early than late. */
const LEAD_SECS = 0.12

/** A line is still read for a moment after it has been sung. */
const LINGER_SECS = 0.5

/**
 * Gives lines without times those at which they are probably sung. Undefined where there is too much to search, or too
 * little song for the lines.
 */
export function alignLines(drafts: readonly DraftLine[], singing: Singing): DraftLine[] | undefined {
  const texts = drafts.map(({ text }) => text.trim())
  const lines = texts.flatMap((text, i): SungLine[] =>
    text === ''
      ? []
      : [{ text, syllables: countSyllables(text), isVerseStart: i === 0 || texts[i - 1] === '' }],
  )
  const rowsPerStep = Math.max(
    Math.round(STEP_SECS * singing.rateHz),
    Math.ceil(singing.voice.length / MOST_STEPS),
  )
  const stepSecs = rowsPerStep / singing.rateHz
  const stepCount = Math.floor(singing.voice.length / rowsPerStep)
  if (lines.length === 0 || lines.length * stepCount > MOST_STATES || stepSecs > MOST_STEP_SECS)
    return undefined
  const found = findLines(lines, singing, rowsPerStep)
  if (!found) return undefined
  const startSecs = found.starts.map((start) => Math.max(0, start * stepSecs - LEAD_SECS))
  const times = startSecs.map((start, i) => ({
    startSecs: start,
    endSecs: Math.min(startSecs[i + 1] ?? stepCount * stepSecs, found.ends[i]! * stepSecs + LINGER_SECS),
  }))
  return drafts.filter((_, i) => texts[i] !== '').map((draft, i) => ({ ...draft, ...times[i] }))
}

/** Finds the lines by what singers sound like, then again by what this one does. */
function findLines(
  lines: readonly SungLine[],
  singing: Singing,
  rowsPerStep: number,
): FoundLines | undefined {
  const { rateHz, voice, sounds } = singing
  let ground = prepareSearch(lines, voice, { rowsPerStep, rateHz })
  const repeats = findRepeats(lines, sounds, { ...ground, rowsPerStep })
  let found = searchPaces(ground, repeats)
  for (let lesson = 0; lesson < LESSONS && found; lesson++) {
    const learnt = learnSinger(singing, markSung(found, voice.length, rowsPerStep))
    ground = prepareSearch(lines, learnt, { rowsPerStep, rateHz })
    found = searchPaces(ground, repeats)
  }
  return found
}

function markSung({ starts, ends }: FoundLines, rowCount: number, rowsPerStep: number): Uint8Array {
  const isSung = new Uint8Array(rowCount)
  starts.forEach((start, i) => {
    isSung.fill(1, start * rowsPerStep, ends[i]! * rowsPerStep)
  })
  return isSung
}

/** Tries slow and fast singing, and takes what fits best. */
function searchPaces(ground: SearchGround, repeats: Repeats): FoundLines | undefined {
  const tries: { paceSecs: number; found: FoundLines }[] = []
  for (let paceSecs = LEAST_PACE_SECS; paceSecs <= MOST_PACE_SECS; paceSecs *= PACE_SHARE) {
    const found = traceLines(ground, searchForward(ground, paceSecs))
    if (found) tries.push({ paceSecs, found })
  }
  tries.sort((a, b) => b.found.score - a.found.score)
  const close: number[] = []
  for (const { paceSecs } of tries) {
    const isApart = close.every((other) => Math.max(other / paceSecs, paceSecs / other) > PACES_APART)
    if (isApart && close.length < CLOSE_PACES) close.push(paceSecs)
  }
  return close
    .map((paceSecs) => searchRepeats(ground, repeats, paceSecs))
    .reduce(
      (best, each) =>
        (each?.score ?? Number.NEGATIVE_INFINITY) > (best?.score ?? Number.NEGATIVE_INFINITY) ? each : best,
      undefined,
    )
}

/** Lines that come again tell one another where they may begin, a few times over. */
function searchRepeats(ground: SearchGround, repeats: Repeats, paceSecs: number): FoundLines | undefined {
  let hints: Hints | undefined
  for (const doubt of DOUBTS) {
    const there = searchForward(ground, paceSecs, hints).starts
    const rest = searchBackward(ground, paceSecs, hints)
    const places = there.map((values, line) =>
      shareOut(
        values.map((value, step) => value + rest[line]![step]!),
        doubt,
      ),
    )
    hints = repeats.hint(places)
  }
  return traceLines(ground, searchForward(ground, paceSecs, hints))
}
