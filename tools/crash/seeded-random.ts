/** Chance that repeats itself: the same seed gives the same choices. */
export type SeededRandom = {
  between(low: number, high: number): number
  isChance(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** One of the entries, each as likely as its weight. */
  pickWeighted<Item>(entries: readonly (readonly [weight: number, item: Item])[]): Item
}

/** Begins a row of choices. */
export function createSeededRandom(seed: number): SeededRandom {
  const next = createNumbers(seed)
  const pickWeighted: SeededRandom['pickWeighted'] = (entries) => {
    let left = next() * entries.reduce((sum, [weight]) => sum + weight, 0)
    const found = entries.find(([weight]) => {
      left -= weight
      return left < 0
    })
    return (found ?? entries.at(-1)!)[1]
  }
  return {
    between: (low, high) => low + next() * (high - low),
    isChance: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    pickWeighted,
  }
}

/** Numbers from 0 to 1 (mulberry32). */
function createNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
