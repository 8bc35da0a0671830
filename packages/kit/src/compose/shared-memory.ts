/** Memory that all threads of a render share. It only grows, and what is allocated is zero and stays. */
export type SharedMemory = {
  readonly memory: WebAssembly.Memory
  /** Address of fresh zero bytes, aligned to 64, with 64 bytes of slack on both sides. */
  alloc(byteCount: number): number
  /** How much has been allocated, by all threads. */
  usedBytes(): number
  bytes(address: number, length: number): Uint8Array<SharedArrayBuffer>
  words(address: number, length: number): Int16Array<SharedArrayBuffer>
  ints(address: number, length: number): Int32Array<SharedArrayBuffer>
  floats(address: number, length: number): Float32Array<SharedArrayBuffer>
}

const PAGE = 65536
const SLACK = 64
// The kernels' constants lie in the first page; the second begins with the address of the first free byte.
const TOP_ADDRESS = PAGE
const FIRST_FREE = PAGE + 64
// Address space only: pages take memory when they are written to.
const MAX_PAGES = 24576

/** Opens shared memory; a thread that is handed another's memory allocates from the same memory. */
export function createSharedMemory(memory: WebAssembly.Memory = newMemory()): SharedMemory {
  return {
    memory,
    alloc: (byteCount) => alloc(memory, byteCount),
    usedBytes: () => Atomics.load(viewTop(memory), 0),
    bytes: (address, length) => new Uint8Array(shared(memory), address, length),
    words: (address, length) => new Int16Array(shared(memory), address, length),
    ints: (address, length) => new Int32Array(shared(memory), address, length),
    floats: (address, length) => new Float32Array(shared(memory), address, length),
  }
}

function newMemory(): WebAssembly.Memory {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: MAX_PAGES, shared: true })
  viewTop(memory)[0] = FIRST_FREE
  return memory
}

function alloc(memory: WebAssembly.Memory, byteCount: number): number {
  const size = Math.ceil((byteCount + 2 * SLACK) / 64) * 64
  const start = Atomics.add(viewTop(memory), 0, size)
  const missing = start + size - memory.buffer.byteLength
  // Two threads may grow at once: then there is more room than needed, never less.
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE) + 16)
  return start + SLACK
}

function viewTop(memory: WebAssembly.Memory): Int32Array {
  return new Int32Array(memory.buffer, TOP_ADDRESS, 1)
}

function shared(memory: WebAssembly.Memory): SharedArrayBuffer {
  return memory.buffer as unknown as SharedArrayBuffer
}
