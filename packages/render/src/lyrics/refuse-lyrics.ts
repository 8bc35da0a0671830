import { RenderError } from '../errors.ts'

/** An error about lyrics: what was seen in them, and what to do. */
export function refuseLyrics(seen: string, advice: string): RenderError {
  return new RenderError('LYRICS_INVALID', seen, { advice })
}

/** An error about one line of the file; lines count from 1. */
export function refuseLine(index: number, line: string, problem: string): RenderError {
  return refuseLyrics(
    `Line ${index + 1} of the lyrics, "${line.trim().slice(0, 60)}", ${problem}.`,
    'Correct it.',
  )
}
