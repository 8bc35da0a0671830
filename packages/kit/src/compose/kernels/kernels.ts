import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { listCpuFeatures } from '../../cpu-features.ts'
import { RenderError } from '../../errors.ts'
import type { KernelFunctions } from './kernel-functions.ts'

/** Compiles the kernels; once per render, the module travels to the other threads. */
export function compileKernels(): WebAssembly.Module {
  avoidWrongCode()
  try {
    return new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)))
  } catch (error) {
    throw explain(error)
  }
}

/**
 * Without AVX the first of V8's two compilers, Liftoff, gets relaxed dot products wrong (V8 13.6): covers turn magenta. The
 * second gets them right. Such processors are Intel's small ones, and what a virtual machine shows as x86-64-v2.
 */
function avoidWrongCode(): void {
  if (process.arch === 'x64' && !listCpuFeatures().includes('avx')) setFlagsFromString('--no-liftoff')
}

/** The oldest x64 processors, and virtual machines that show themselves as one, cannot compute on vectors. */
function explain(error: unknown): unknown {
  if (!(error instanceof WebAssembly.CompileError) || !/SIMD/i.test(error.message)) return error
  const advice = 'In a virtual machine choose another CPU type: host, or x86-64-v2 and above.'
  return new RenderError(
    'INTERNAL',
    'This processor lacks SSE4.1, which drawing needs.',
    { advice },
    { cause: error },
  )
}

/** The kernels at work on a memory; every thread has its own instance. */
export function instantiateKernels(module: WebAssembly.Module, memory: WebAssembly.Memory): KernelFunctions {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as KernelFunctions
}
