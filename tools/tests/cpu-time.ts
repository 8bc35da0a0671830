import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SEC = 100
const SAMPLE_MS = 200

/** Seconds of CPU time, user and system: of a process itself, and of its children that it has seen end. */
type Times = { own: number; reaped: number; start: string }

/**
 * Measures what this process and everything that it starts take from now on. Linux adds the time of a child to its
 * parent's when the parent asks how it ended; whoever is killed together with its parent, as a contained render is, gets
 * lost that way. So what lives is looked at every now and then, and what either way shows more of counts.
 */
export function startCpuMeter(): { stop(): number } {
  const first = readTimes('self')
  const seen = new Map<string, { pid: number; start: string; own: number }>()
  const look = (pid: number) => {
    const times = readTimes(pid)
    if (!times) return
    seen.set(`${pid} ${times.start}`, { pid, start: times.start, own: times.own })
    for (const child of listChildren(pid)) look(child)
  }
  const sample = () => {
    // One that has lost its parent is no longer found from above.
    for (const { pid, start } of [...seen.values()]) if (readTimes(pid)?.start === start) look(pid)
    for (const child of listChildren(process.pid)) look(child)
  }
  const timer = setInterval(sample, SAMPLE_MS).unref()
  return {
    stop() {
      clearInterval(timer)
      sample()
      const last = readTimes('self')
      if (!first || !last) return 0
      const below = [...seen.values()].reduce((sum, { own }) => sum + own, 0)
      return last.own - first.own + Math.max(last.reaped - first.reaped, below)
    },
  }
}

/** What processes and all below them took so far that others started, found by words of their command line. */
export function readCpuSecsOf(...words: string[]): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = pids.map(Number).filter((pid) => {
    const args = readFile(`/proc/${pid}/cmdline`)?.split('\0') ?? []
    return words.every((word) => args.some((arg) => arg.endsWith(word)))
  })
  const all = found.flatMap(listFamily).flatMap((pid) => readTimes(pid) ?? [])
  return all.reduce((sum, { own, reaped }) => sum + own + reaped, 0)
}

function listFamily(pid: number): number[] {
  return [pid, ...listChildren(pid).flatMap(listFamily)]
}

/** See proc_pid_stat(5); the name of the program, before the fields, may itself contain spaces. */
function readTimes(pid: number | 'self'): Times | undefined {
  const text = readFile(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const secs = (index: number) => Number(fields[index]) / TICKS_PER_SEC
  return { own: secs(11) + secs(12), reaped: secs(13) + secs(14), start: fields[19] ?? '' }
}

/** Each thread has the children that it started. */
function listChildren(pid: number): number[] {
  const threads = listFolder(`/proc/${pid}/task`)
  const lists = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`) ?? '')
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

/** A process may end at any time. */
function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
