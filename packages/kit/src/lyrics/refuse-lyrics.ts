import { RenderError } from '../errors.ts'

/** Where in the file, counted from 1 as editors do. */
export type LyricsPlace = { line: number; column: number }

/** An error about lyrics: what was seen in them, and what to do. */
export function refuseLyrics(seen: string, advice: string, place?: LyricsPlace): RenderError {
  return new RenderError('LYRICS_INVALID', seen, { advice, ...place })
}

/** An error about one line of the file, at the part of it that is wrong; `index` counts from 0. */
export function refuseLine(
  index: number,
  line: string,
  {
    problem,
    advice = 'Correct it.',
    part = line.trim(),
  }: { problem: string; advice?: string; part?: string },
): RenderError {
  const place = { line: index + 1, column: Math.max(0, line.indexOf(part)) + 1 }
  const quoted = `"${line.trim().slice(0, 60)}"`
  return refuseLyrics(`${describePlace(place)} of the lyrics, ${quoted}, ${problem}.`, advice, place)
}

/** For the beginning of a sentence. */
export function describePlace({ line, column }: LyricsPlace): string {
  return `Line ${line}, column ${column}`
}

/** Far more than any song has; what is longer is no lyrics. */
const MAX_LINES = 2000

/** Asked while lines are read, so that a hostile file is not read to its end. */
export function refuseTooManyLines(count: number): void {
  if (count <= MAX_LINES) return
  throw refuseLyrics(`The lyrics have more than ${MAX_LINES} lines.`, "Send only the song's own.")
}
