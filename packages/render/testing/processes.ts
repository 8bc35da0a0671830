import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The processes that work in this folder or below; renders do, and nobody else. */
export function listProcessesIn(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && `${readLink(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`))
}

/** The children of this process that run a program; contained ones do not show in which folder they work. */
export function listChildrenRunning(program: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isChildRunning(pid, program))
}

/** What a process was started with. */
export function readEnvironment(pid: number): string {
  return readFileSync(`/proc/${pid}/environ`, 'utf8')
}

/** How much memory a process holds now; 0 when it is gone. */
export function readMemoryMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Waits for a fact, looking every few milliseconds; gives up after the limit. */
export async function waitFor(isTrue: () => boolean, limitMs: number): Promise<boolean> {
  const endMs = performance.now() + limitMs
  while (!isTrue()) {
    if (performance.now() > endMs) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function isChildRunning(pid: number, program: string): boolean {
  try {
    const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)
  } catch {
    return false
  }
}
