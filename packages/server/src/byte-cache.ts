/** An entry takes at most this share of the space, so that it evicts few others. */
const LARGEST_SHARE = 4

/** A cache with a size limit; the least recently used entry is evicted first. */
type SizedCache<Value> = {
  find(name: string): Value | undefined
  keep(name: string, value: Value): void
}

/** Makes a cache in memory that never holds more than so many bytes, of values that are about so large. */
export function createSizedCache<Value>(
  maxBytes: number,
  sizeOf: (value: Value) => number,
): SizedCache<Value> {
  // A map remembers the order in which its entries came.
  const kept = new Map<string, Value>()
  let heldBytes = 0

  function drop(name: string): void {
    const value = kept.get(name)
    if (value !== undefined) heldBytes -= sizeOf(value)
    kept.delete(name)
  }

  return {
    find(name) {
      const value = kept.get(name)
      if (value === undefined) return undefined
      kept.delete(name)
      kept.set(name, value)
      return value
    },
    keep(name, value) {
      drop(name)
      const sizeBytes = sizeOf(value)
      if (sizeBytes > maxBytes / LARGEST_SHARE) return
      kept.set(name, value)
      heldBytes += sizeBytes
      for (const oldest of kept.keys()) {
        if (heldBytes <= maxBytes) return
        drop(oldest)
      }
    },
  }
}
