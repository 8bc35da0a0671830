/** The candidate closest to a mistyped word, if any is close enough to be meant. */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  const limit = Math.max(2, Math.floor(wanted.length / 3))
  const ranked = [...candidates]
    .map((candidate) => ({ candidate, edits: countEdits(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
  return ranked[0] && ranked[0].edits <= limit ? ranked[0].candidate : undefined
}

/** `Did you mean x?` with a space before it, or nothing. */
export function suggest(word: string, candidates: Iterable<string>, dress = (name: string) => name): string {
  const nearest = findNearest(word, candidates)
  return nearest ? ` Did you mean ${dress(nearest)}?` : ''
}

/** Single-character edits between two words; a swap of neighbours is one. */
function countEdits(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        isSwap ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
