import { readFile } from 'node:fs/promises'
import { RenderError } from '@songreel/kit/core'
import type { RenderProgress } from '../plan/render-plan.ts'
import type { Answerer } from './child-questions.ts'

const MEMORY_LOOK_MS = 250

/** A child's time and memory limits, its folder, and who receives its progress. */
export type ChildLimits = {
  /** The child's own folder is made in here, and removed when it exits. */
  folder: string
  /** Folders that the child must not see: secrets, the files of others. */
  closedFolders?: readonly string[]
  timeoutMs: number
  /** How long the child may go without any progress. */
  stallMs: number
  memoryLimitMb: number
  /** How far it stands back where processors are short: 1 to 19, unset as far as renders do. */
  niceness?: number
  signal?: AbortSignal
  onProgress?: (progress: RenderProgress) => void
  /** Answers what the child asks on its way. */
  answer?: Answerer
}

/** Watches a running child. */
export type ChildWatch = {
  /** Rejects when the child must be ended; never resolves. */
  failed: Promise<never>
  noteProgress(progress: RenderProgress): void
  stop(): void
}

/** Watches time, progress, memory and the caller's wish to stop. */
export function watchChild(pid: number, limits: ChildLimits): ChildWatch {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  // Promise.race may have settled before a limit is reached; the rejection must not be unhandled then.
  failed.catch(() => undefined)
  const cancel = () => reject(canceled(limits.signal))
  limits.signal?.addEventListener('abort', cancel, { once: true })
  const timeLimit = setTimeout(() => reject(timedOut(limits.timeoutMs)), limits.timeoutMs)
  const stallLimit = setTimeout(() => reject(stalled(limits.stallMs)), limits.stallMs)
  const memoryLooks = setInterval(async () => {
    const memoryMb = await readMemoryMb(pid)
    if (memoryMb > limits.memoryLimitMb) reject(outOfMemory(memoryMb, limits.memoryLimitMb))
  }, MEMORY_LOOK_MS)
  let last = ''

  return {
    failed,
    noteProgress(progress) {
      const { stage, frames, soundSecs, looked } = progress
      // While frames are drawn, only a new frame or more of the sound counts as progress, and while an album is looked at, only a
      // chapter; before, between and after that, any report does.
      const now = `${frames} ${soundSecs} ${looked?.chapters}`
      if ((stage !== 'DRAWING' && !looked) || now !== last) stallLimit.refresh()
      last = now
      limits.onProgress?.(progress)
    },
    stop() {
      limits.signal?.removeEventListener('abort', cancel)
      clearTimeout(timeLimit)
      clearTimeout(stallLimit)
      clearInterval(memoryLooks)
    },
  }
}

/** So much of a core does nobody need who waits. */
const REST_LOOK_MS = 1000
const MOST_REST_CPU_MS = 300

/** Watches a child that has nothing to do; the result ends the watch. */
export function watchRest(
  pid: number,
  { mostMb, onUnrest }: { mostMb: number; onUnrest: () => void },
): () => void {
  let lastMs: number | undefined
  const looks = setInterval(async () => {
    const [memoryMb, cpuMs] = await Promise.all([readMemoryMb(pid), readCpuMs(pid)])
    const isBusy = lastMs !== undefined && cpuMs - lastMs > MOST_REST_CPU_MS
    lastMs = cpuMs
    if (memoryMb > mostMb || isBusy) onUnrest()
  }, REST_LOOK_MS).unref()
  return () => clearInterval(looks)
}

/**
 * Resident memory as Linux counts it; elsewhere the host's own limits hold. Where a child has processes of its own (a
 * namespace), it is below the process that was started, so all of them count.
 */
export function readMemoryMb(pid: number): Promise<number> {
  return sumOfTree(
    pid,
    async (each) =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${each}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  )
}

/** Processor time of the same processes. */
export function readCpuMs(pid: number): Promise<number> {
  return sumOfTree(pid, async (each) => {
    // The fields after the program's name, which may hold spaces; user and system time in hundredths of a second.
    const fields = (await readFile(`/proc/${each}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  })
}

async function sumOfTree(pid: number, read: (pid: number) => Promise<number>): Promise<number> {
  try {
    const [own, children] = await Promise.all([
      read(pid),
      readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
    ])
    const below = await Promise.all(
      children
        .split(' ')
        .filter(Boolean)
        .map((child) => sumOfTree(Number(child), read)),
    )
    return below.reduce((sum, each) => sum + each, own)
  } catch {
    return 0
  }
}

/** The error of work that its caller no longer wants. */
export function canceled(signal: AbortSignal | undefined): RenderError {
  return new RenderError('RENDER_CANCELED', 'The render was canceled.', {}, { cause: signal?.reason })
}

function timedOut(timeoutMs: number): RenderError {
  const limitSecs = timeoutMs / 1000
  return new RenderError('RENDER_TIMEOUT', `The render took longer than its limit of ${limitSecs} s.`, {
    limitSecs,
  })
}

function stalled(stallMs: number): RenderError {
  const limitSecs = stallMs / 1000
  return new RenderError('RENDER_STALLED', `The render made no progress for ${limitSecs} s.`, { limitSecs })
}

function outOfMemory(memoryMb: number, limitMb: number): RenderError {
  const seenMb = Math.round(memoryMb)
  const message = `The render took ${seenMb} MB of memory; its limit is ${limitMb} MB.`
  return new RenderError('RENDER_OUT_OF_MEMORY', message, { seenMb, limitMb })
}
