import { findNearest } from '@songreel/contract/find-nearest'

/** `Did you mean x?` with a space before it, or nothing. */
export function suggest(word: string, candidates: Iterable<string>, dress = (name: string) => name): string {
  const nearest = findNearest(word, candidates)
  return nearest ? ` Did you mean ${dress(nearest)}?` : ''
}
