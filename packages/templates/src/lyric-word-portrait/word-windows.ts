import { type AudioTrack, type LyricLine, listChapters } from '@songreel/kit'

/** A stretch of the video whose picture is made of the words that are sung in it. */
export type WordWindow = { startSecs: number; texts: string[] }

/** At most so many stretches, each at least so long: every one of them is set in all rows. */
const MOST_WINDOWS = 6
const LEAST_SECS = 4
/** Fewer words than these would look like a pattern: the next stretch's come in. */
const LEAST_LETTERS = 40
/** Longer texts are parted between words. */
const LONGEST_TEXT = 42

/** What there is to say. */
export type WordSources = { audio: AudioTrack; lines: readonly LyricLine[]; names: readonly string[] }

/**
 * The words of each stretch, which begins with a chapter of the song. A picture made only of what is sung near it changes in
 * few seconds when a word of the lyrics does. Without lyrics, the names say it all the time.
 */
export function planWindows({ audio, lines, names }: WordSources): WordWindow[] {
  if (lines.length === 0) return [{ startSecs: 0, texts: sayNames(names) }]
  const starts = chooseStarts(audio)
  return starts.map((startSecs, i) => {
    const endSecs = starts[i + 1] ?? Number.POSITIVE_INFINITY
    const sung = lines.filter((line) => line.endSecs > startSecs && line.startSecs < endSecs)
    return { startSecs, texts: partTexts(addNearest(sung, lines, startSecs).map(({ text }) => text)) }
  })
}

function chooseStarts(audio: AudioTrack): number[] {
  const leastSecs = Math.max(LEAST_SECS, audio.durationSecs / MOST_WINDOWS)
  const starts = [0]
  for (const { startSecs } of listChapters(audio)) {
    const isRoomy = startSecs - (starts.at(-1) ?? 0) >= leastSecs && audio.durationSecs - startSecs >= 2
    if (isRoomy) starts.push(startSecs)
  }
  return starts
}

/** Lines that are sung at about this time come in until there are enough letters. */
function addNearest(sung: LyricLine[], lines: readonly LyricLine[], secs: number): LyricLine[] {
  const kept = [...sung]
  const others = lines
    .filter((line) => !sung.includes(line))
    .toSorted((a, b) => Math.abs(a.startSecs - secs) - Math.abs(b.startSecs - secs))
  const count = () => kept.reduce((sum, { text }) => sum + text.length, 0)
  while (count() < LEAST_LETTERS && others.length > 0) kept.push(...others.splice(0, 1))
  return kept.toSorted((a, b) => a.startSecs - b.startSecs)
}

/** Without any names, notes. */
function sayNames(names: readonly string[]): string[] {
  const said = partTexts(names.map((text) => text.slice(0, 200)))
  return said.length > 0 ? said : ['♪ ♫']
}

function partTexts(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const parts: string[] = []
    // About as long as each other: a last word alone says nothing.
    const fair = text.length / Math.ceil(text.length / LONGEST_TEXT)
    for (const word of text.trim().split(/\s+/)) {
      const last = parts.at(-1)
      const joined = last === undefined ? word : `${last} ${word}`
      if (last !== undefined && last.length < fair && joined.length <= LONGEST_TEXT)
        parts[parts.length - 1] = joined
      else parts.push(...cut(word))
    }
    return parts.filter((part) => part !== '')
  })
}

/** A word that is too long itself, as texts without spaces are, is cut between its letters. */
function cut(word: string): string[] {
  const letters = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment)
  const count = Math.ceil(letters.length / LONGEST_TEXT)
  return Array.from({ length: count }, (_, i) =>
    letters.slice(i * LONGEST_TEXT, (i + 1) * LONGEST_TEXT).join(''),
  )
}
