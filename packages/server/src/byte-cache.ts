/** One thing takes at most this part of the room, so that it drives out few others. */
const LARGEST_SHARE = 4

/** Keeps what was made, as long as there is room; what was not wanted for longest goes first. */
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
