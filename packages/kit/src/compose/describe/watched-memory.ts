import { hash } from 'node:crypto'
import type { SharedMemory } from '../shared-memory.ts'

/** A piece of memory that belongs to the layers of one describing stage. */
type Piece = {
  start: number
  byteCount: number
  /** True: JavaScript may write into it, so its bytes count when it is read. */
  isViewed: boolean
  /** What kernels would have written into it: a digest of the call. */
  symbol: Uint8Array | undefined
}

/** Bytes on either side of a piece that belong to it, too. */
const SLACK = 64

/** No record is longer. */
const RECORD_WORDS = 19

/** What a piece of memory holds, without any kernel having written into it. */
export type WatchedMemory = SharedMemory & {
  /** Digests of what lies here, and bytes that JavaScript has written. */
  readContent(address: number, byteCount: number): Uint8Array[]
  /** Whether it was there before any layer of this stage took memory: then it never changes. */
  isPainted(address: number): boolean
  /** The words of a record at this address. */
  peek(address: number): Int32Array
  /** How far an address lies from the start of its piece. */
  findOffset(address: number): number
  /** All bytes of a piece from here on. */
  countBytes(address: number): number
  /** Notes what a kernel would write; false if this memory is not ours to write to. */
  note(address: number, symbol: Uint8Array): boolean
}

/**
 * Watches what layers take and look at. Memory that was there before belongs to paintings, which never change: it is hashed once. Pieces
 * that layers took themselves hold what kernels would write (told by digests) and what JavaScript writes (told by its bytes).
 */
export function watchMemory(sharedMemory: SharedMemory): WatchedMemory {
  const pieces: Piece[] = []
  const painted = new Map<number, { byteCount: number; digest: Uint8Array }>()
  const find = (address: number): Piece | undefined => {
    let low = 0
    let high = pieces.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const piece = pieces[middle]!
      if (address < piece.start - SLACK) high = middle - 1
      else if (address >= piece.start + piece.byteCount + SLACK) low = middle + 1
      else return piece
    }
    return undefined
  }
  const view = (address: number) => {
    const piece = find(address)
    if (piece) piece.isViewed = true
    return address
  }
  const hashPainted = (address: number, byteCount: number): Uint8Array => {
    const known = painted.get(address)
    if (known?.byteCount === byteCount) return known.digest
    const digest = hash('sha256', sharedMemory.bytes(address, byteCount), 'buffer')
    painted.set(address, { byteCount, digest })
    return digest
  }

  return {
    ...sharedMemory,
    alloc(byteCount) {
      const start = sharedMemory.alloc(byteCount)
      pieces.push({ start, byteCount, isViewed: false, symbol: undefined })
      return start
    },
    bytes: (address, length) => sharedMemory.bytes(view(address), length),
    words: (address, length) => sharedMemory.words(view(address), length),
    ints: (address, length) => sharedMemory.ints(view(address), length),
    floats: (address, length) => sharedMemory.floats(view(address), length),
    readContent(address, byteCount) {
      const piece = find(address)
      if (!piece) return [hashPainted(address, byteCount)]
      const bytes = piece.isViewed ? [sharedMemory.bytes(address, byteCount)] : []
      return piece.symbol ? [piece.symbol, ...bytes] : bytes
    },
    isPainted: (address) => find(address) === undefined,
    peek: (address) => sharedMemory.ints(address, RECORD_WORDS),
    findOffset: (address) => address - (find(address)?.start ?? address),
    countBytes: (address) => {
      const piece = find(address)
      return piece ? piece.start + piece.byteCount - address : 0
    },
    note(address, symbol) {
      const piece = find(address)
      if (piece) piece.symbol = symbol
      return piece !== undefined
    },
  }
}
