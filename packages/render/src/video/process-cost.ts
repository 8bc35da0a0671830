import { readFileSync } from 'node:fs'

/** What this process has used so far: CPU time of all its threads, and its peak memory. */
export function measureProcess(): { cpuSecs: number; peakMemoryMb: number } {
  const { user, system } = process.cpuUsage()
  return { cpuSecs: (user + system) / 1e6, peakMemoryMb: readPeakMemoryMb() }
}

/** Linux also counts the parent's into `maxRSS`, so its own figure is read. */
function readPeakMemoryMb(): number {
  try {
    const status = readFileSync('/proc/self/status', 'latin1')
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024)
  } catch {
    return Math.round(process.resourceUsage().maxRSS / 1024)
  }
}
