/** No name of ours is longer; whoever sends more did not mistype one. */
const MAX_CHARACTERS = 64
/** A part of a name says which is meant if it has so many characters. */
const MIN_PART_CHARACTERS = 4

/**
 * The candidate closest to a mistyped word, if any is close enough to be meant; else the shortest one that the word is a
 * part of, as `ratio` is of `aspectRatio`.
 */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_CHARACTERS) return undefined
  const wanted = word.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1
  let whole: string | undefined
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
    if (isPartOf(wanted, candidate) && (whole === undefined || candidate.length < whole.length))
      whole = candidate
  }
  return best ?? whole
}

/** Parts begin and end where words do: `ratio` is one of `aspectRatio`, and `PECTRA` is none of it. */
function isPartOf(wanted: string, candidate: string): boolean {
  if (wanted.length < MIN_PART_CHARACTERS) return false
  const words = candidate.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((each) => each.toLowerCase())
  const starts = words.map((_, index) => words.slice(index))
  return starts.some((rest) =>
    rest.some((_, index) => {
      const part = rest.slice(0, index + 1)
      return part.join('') === wanted || part.join('_') === wanted
    }),
  )
}

/** How many single-character edits part two words; a swap of neighbours counts as one. Stops counting at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row[j] = cost
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? limit
}
