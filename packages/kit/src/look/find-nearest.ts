/** The known name that was probably meant: nearly the same letters, in any case; undefined if none is close. */
export function findNearest(seen: string, names: readonly string[]): string | undefined {
  const wanted = seen.toLowerCase().slice(0, MOST_CHARACTERS)
  const ranked = names
    .map((name) => ({ name, distance: countEdits(wanted, name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [best] = ranked
  const most = best && (best.name.length <= SHORT ? 1 : Math.max(2, Math.floor(best.name.length / 3)))
  return best && most && best.distance <= most ? best.name : undefined
}

const MOST_CHARACTERS = 40
/** Among short names nearly all are near each other. */
const SHORT = 4

/** How many letters must be changed, added or left out. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (letter === b[j] ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
