import { hasComposites } from './scripts.ts'

/** Splits a text into what a reader takes for one character. */
export function splitClusters(text: string): string[] {
  if (!hasComposites(text)) return [...text]
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

// Made on first use: the first segmenter of a process costs 20 ms, and plain titles need none.
let graphemes: Intl.Segmenter | undefined
