import type { SharedMemory } from './shared-memory.ts'

/** Shared memory that is handed out again after a restart, for what only one thread uses and not for long. */
export type ReusedMemory = SharedMemory & {
  /** From here on, what was handed out before is handed out anew. */
  restart(): void
}

/** Room that is never written to takes no memory: a piece is so much larger, and serves others of about its size. */
const SPARE_SHARE = 0.25

/**
 * Shared memory only grows. Here the first piece after a restart is the first one from before it if that is large enough,
 * and so on: whoever asks for alike pieces in the same order takes hardly more than the largest of each. They are not zero.
 */
export function reuseMemory(sharedMemory: SharedMemory): ReusedMemory {
  const pieces: { address: number; byteCount: number }[] = []
  let next = 0
  return {
    ...sharedMemory,
    alloc: (byteCount) => {
      const at = next++
      const known = pieces[at]
      if (known && known.byteCount >= byteCount) return known.address
      const room = Math.ceil(byteCount * (1 + SPARE_SHARE))
      const address = sharedMemory.alloc(room)
      pieces[at] = { address, byteCount: room }
      return address
    },
    restart: () => {
      next = 0
    },
  }
}
