import { readFileSync } from 'node:fs'

/** The most memory that this process ever held. Linux also counts the parent's into `maxRSS`, so its own figure is read. */
export function readPeakMemoryMb(): number {
  try {
    const status = readFileSync('/proc/self/status', 'latin1')
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024)
  } catch {
    return Math.round(process.resourceUsage().maxRSS / 1024)
  }
}
