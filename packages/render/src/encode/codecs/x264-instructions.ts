import { readFileSync } from 'node:fs'

let known: string | undefined

/**
 * Keeps x264 away from AVX-512: its mbtree code there lets bytes that were never written into the result as soon as the
 * picture is not a multiple of 128 wide, and equal input no longer gives equal files. AVX2 is as fast.
 */
export function chooseX264Instructions(): string {
  known ??= hasAvx512() ? 'asm=avx2' : 'asm=auto'
  return known
}

function hasAvx512(): boolean {
  if (process.arch !== 'x64' || process.platform !== 'linux') return false
  return /^flags\s*:.*\bavx512/m.test(readFileSync('/proc/cpuinfo', 'latin1'))
}
