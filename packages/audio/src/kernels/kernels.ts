import { readFileSync } from 'node:fs'
import type { KernelFunctions } from './kernel-functions.ts'

/** Room for the tables and blocks of one analysis, in pages of 64 KB. */
const MEMORY_PAGES = 32
const MAX_PAGES = 64
const ALIGNMENT = 16

/** Numbers in the kernels' memory: `pointer` for the kernels, `values` for us. */
export type Region<T> = { readonly pointer: number; readonly values: T }

/** A word of a record that a kernel reads; places are integers. */
export type Word = readonly ['i32' | 'f32', number]

/** The compiled kernels with a memory of their own; what they do is said where they are written. */
export type AudioKernels = {
  floats(length: number): Region<Float32Array>
  doubles(length: number): Region<Float64Array>
  bytes(length: number): Region<Uint8Array>
  shorts(length: number): Region<Uint16Array>
  integers(length: number): Region<Int32Array>
  /** Words that stay as they are; gives their place. */
  record(words: readonly Word[]): number
  readonly run: KernelFunctions
}

let compiled: WebAssembly.Module | undefined

/** Kernels for one piece of work; their memory goes when they are no longer used. */
export function createKernels(): AudioKernels {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)))
  const memory = new WebAssembly.Memory({ initial: MEMORY_PAGES, maximum: MAX_PAGES })
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } })
  const run = exports as unknown as KernelFunctions
  let used = Math.ceil(run.heapBase() / ALIGNMENT) * ALIGNMENT
  const take = (byteLength: number): number => {
    const pointer = used
    used += Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT
    if (used > memory.buffer.byteLength) throw new RangeError('the kernels have no memory left')
    return pointer
  }
  const region = <T>(byteLength: number, view: (buffer: ArrayBuffer, pointer: number) => T): Region<T> => {
    const pointer = take(byteLength)
    return { pointer, values: view(memory.buffer, pointer) }
  }
  return {
    floats: (length) => region(4 * length, (buffer, at) => new Float32Array(buffer, at, length)),
    doubles: (length) => region(8 * length, (buffer, at) => new Float64Array(buffer, at, length)),
    bytes: (length) => region(length, (buffer, at) => new Uint8Array(buffer, at, length)),
    shorts: (length) => region(2 * length, (buffer, at) => new Uint16Array(buffer, at, length)),
    integers: (length) => region(4 * length, (buffer, at) => new Int32Array(buffer, at, length)),
    record(words) {
      const { pointer, values } = region(4 * words.length, (buffer, at) => new DataView(buffer, at))
      words.forEach(([kind, value], i) => {
        if (kind === 'i32') values.setInt32(4 * i, value, true)
        else values.setFloat32(4 * i, value, true)
      })
      return pointer
    },
    run,
  }
}
