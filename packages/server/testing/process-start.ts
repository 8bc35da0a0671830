import { readFileSync } from 'node:fs'

/** When a living process was started, in the kernel's ticks: unlike its id alone, id and start are never given twice. */
export function readProcessStart(pid: number): string | undefined {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
    const isDead = facts?.[0] === 'Z'
    return isDead ? undefined : facts?.[19]
  } catch {
    return undefined
  }
}
