import { readdirSync, readFileSync } from 'node:fs'

/** Processor time of a process with all its threads, in nanosecond steps; its children do not count. */
export function cpuMsOf(pid: number): number {
  let sumNs = 0
  for (const thread of listSafely(`/proc/${pid}/task`))
    sumNs += Number(readSafely(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0])
  return sumNs / 1e6
}

/** Processor time of a process and of everything below it, the children that have ended included, in steps of 10 ms. */
export function treeCpuMsOf(pid: number): number {
  const below = childrenOf(pid).reduce((sum, child) => sum + treeCpuMsOf(child), 0)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = statOf(pid).slice(11, 15).map(Number)
  return (user + system + endedUser + endedSystem) * 10 + below
}

/** Memory of a process that is its own or shared, in MB. */
export function memoryMbOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readSafely(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

/** The processes that this one has started and that still run. */
export function childrenOf(pid: number): number[] {
  return listSafely(`/proc/${pid}/task`).flatMap((thread) =>
    readSafely(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
}

/** The fields of proc(5) after the program's name, which may hold spaces; the state is the first. */
function statOf(pid: number): string[] {
  return (readSafely(`/proc/${pid}/stat`).split(') ')[1] ?? '').split(' ')
}

/** A process may end between two looks. */
function readSafely(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function listSafely(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
