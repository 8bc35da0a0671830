import { readFileSync } from 'node:fs'

let known: readonly string[] | undefined

/** What the kernel says that an x64 processor, or the one that a virtual machine shows, can do; elsewhere nothing. */
export function listCpuFeatures(): readonly string[] {
  known ??= process.arch === 'x64' && process.platform === 'linux' ? readFeatures() : []
  return known
}

function readFeatures(): string[] {
  const [, features = ''] = /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'latin1')) ?? []
  return features.trim().split(/\s+/)
}
