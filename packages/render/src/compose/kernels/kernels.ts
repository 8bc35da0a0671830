import { readFileSync } from 'node:fs'
import type { KernelFunctions } from './kernel-functions.ts'

/** Compiles the kernels; once per render, the module travels to the other threads. */
export function compileKernels(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)))
}

/** The kernels at work on a memory; every thread has its own instance. */
export function instantiateKernels(module: WebAssembly.Module, memory: WebAssembly.Memory): KernelFunctions {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as KernelFunctions
}
