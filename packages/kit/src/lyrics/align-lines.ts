import type { DraftLine } from './draft-line.ts'
import { countSteps, type SungLine, searchSounds } from './search-sounds.ts'
import type { Singing } from './singing.ts'
import { spellLines } from './spell-sounds.ts'

/** More than this (a byte and a few comparisons each) and the search would take too long: no song has so much text. */
const MOST_STATES = 50_000_000

/** A line is still read for a moment after it has been sung. */
const LINGER_SECS = 0.5

/**
 * Gives lines without times those at which they are probably sung. Undefined where there is too much to search, or too
 * little song for the lines.
 */
export function alignLines(drafts: readonly DraftLine[], singing: Singing): DraftLine[] | undefined {
  const texts = drafts.map(({ text }) => text.trim())
  const spelt = spellLines(texts.filter((text) => text !== ''))
  const lines: SungLine[] = []
  texts.forEach((text, i) => {
    if (text !== '') lines.push({ words: spelt[lines.length]!, isVerseStart: i === 0 || texts[i - 1] === '' })
  })
  if (lines.length === 0 || countSteps(lines) * singing.voice.length > MOST_STATES) return undefined
  const found = searchSounds(lines, singing)
  if (!found) return undefined
  const { rateHz, voice } = singing
  const times = found.map(({ start, end }, i) => ({
    startSecs: start / rateHz,
    endSecs: Math.min(found[i + 1]?.start ?? voice.length, end + LINGER_SECS * rateHz) / rateHz,
  }))
  return drafts.filter((_, i) => texts[i] !== '').map((draft, i) => ({ ...draft, ...times[i] }))
}
