import { readFileSync } from 'node:fs'

/** When a process was started, in the kernel's ticks: unlike its id alone, id and start are never given twice. */
export function readProcessStart(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
  } catch {
    return undefined
  }
}
