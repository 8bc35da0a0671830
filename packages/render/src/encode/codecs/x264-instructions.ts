import { listCpuFeatures } from '@songreel/kit/core'

/**
 * Keeps x264 away from AVX-512: its mbtree code there lets bytes that were never written into the result as soon as the
 * picture is not a multiple of 128 wide, and equal input no longer gives equal files. AVX2 is as fast.
 */
export function chooseX264Instructions(): string {
  return listCpuFeatures().some((name) => name.startsWith('avx512')) ? 'asm=avx2' : 'asm=auto'
}
