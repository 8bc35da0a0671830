import { countSyllables } from './count-syllables.ts'
import type { DraftLine } from './draft-line.ts'
import { type FoundStarts, type SungLine, searchStarts } from './search-starts.ts'
import type { Singing } from './singing.ts'

/** How fast people sing, in seconds per syllable: shares of what it would be if all that sounds like singing were. */
const PACES = [0.6, 0.85, 1.2, 1.6]
const [LEAST_PACE_SECS, MOST_PACE_SECS] = [0.1, 0.7]

/** More than this and the search would take too long: no song has so many lines. */
const MOST_STATES = 400_000

/** A line is still read for a moment after it has been sung. */
const LINGER_SECS = 0.5

/**
 * Gives lines without times those at which they are probably sung. Undefined where there is too much to search, or too
 * little song for the lines.
 */
export function alignLines(drafts: readonly DraftLine[], singing: Singing): DraftLine[] | undefined {
  const texts = drafts.map(({ text }) => text.trim())
  const lines = texts.flatMap((text, i): SungLine[] =>
    text === '' ? [] : [{ syllables: countSyllables(text), isVerseStart: i === 0 || texts[i - 1] === '' }],
  )
  const { stepSecs } = singing
  if (lines.length === 0 || lines.length * singing.voice.length > MOST_STATES) return undefined
  const found = searchPaces(lines, singing)
  if (!found) return undefined
  const times = found.starts.map((start, i) => {
    const startSecs = stepSecs[start] ?? 0
    const nextSecs = stepSecs[found.starts[i + 1] ?? stepSecs.length - 1] ?? startSecs
    return { startSecs, endSecs: Math.min(nextSecs, (stepSecs[found.ends[i] ?? 0] ?? 0) + LINGER_SECS) }
  })
  return drafts.filter((_, i) => texts[i] !== '').map((draft, i) => ({ ...draft, ...times[i] }))
}

/** Tries slow and fast singing, and takes what fits best. */
function searchPaces(lines: readonly SungLine[], singing: Singing): FoundStarts | undefined {
  const { stepSecs, voice } = singing
  const sungSecs = voice.reduce(
    (sum, value, step) => sum + (value > 0 ? stepSecs[step + 1]! - stepSecs[step]! : 0),
    0,
  )
  const syllables = lines.reduce((sum, line) => sum + line.syllables + 1, 0)
  const usualSecs = Math.max(LEAST_PACE_SECS, Math.min(MOST_PACE_SECS, sungSecs / syllables))
  const found = PACES.map((pace) => searchStarts(lines, singing, usualSecs * pace))
  return found.reduce((best, each) =>
    (each?.score ?? Number.NEGATIVE_INFINITY) > (best?.score ?? Number.NEGATIVE_INFINITY) ? each : best,
  )
}
