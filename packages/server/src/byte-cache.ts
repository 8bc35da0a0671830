/** An entry takes at most this share of the space, so that it evicts few others. */
const LARGEST_SHARE = 4

/** A cache with a size limit; the least recently used entry is evicted first. */
export type ByteCache = {
  find(name: string): Buffer | undefined
  keep(name: string, bytes: Buffer): void
}

/** Makes a cache in memory that never holds more than so many bytes. */
export function createByteCache(maxBytes: number): ByteCache {
  // A map remembers the order in which its entries came.
  const kept = new Map<string, Buffer>()
  let heldBytes = 0

  function drop(name: string): void {
    heldBytes -= kept.get(name)?.length ?? 0
    kept.delete(name)
  }

  return {
    find(name) {
      const bytes = kept.get(name)
      if (!bytes) return undefined
      kept.delete(name)
      kept.set(name, bytes)
      return bytes
    },
    keep(name, bytes) {
      drop(name)
      if (bytes.length > maxBytes / LARGEST_SHARE) return
      kept.set(name, bytes)
      heldBytes += bytes.length
      for (const oldest of kept.keys()) {
        if (heldBytes <= maxBytes) return
        drop(oldest)
      }
    },
  }
}
