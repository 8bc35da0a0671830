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
      // While frames are drawn, only a new frame or more of the sound counts as progress; before and after that, any report does.
      const now = `${progress.frames} ${progress.soundSecs}`
      if (progress.stage !== 'DRAWING' || now !== last) stallLimit.refresh()
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

/**
 * Resident memory as Linux counts it; elsewhere the host's own limits hold. Where a child has processes of its own (a
 * namespace), it is below the process that was started, so all of them count.
 */
export async function readMemoryMb(pid: number): Promise<number> {
  try {
    const [status, children] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
    ])
    const below = await Promise.all(
      children
        .split(' ')
        .filter(Boolean)
        .map((child) => readMemoryMb(Number(child))),
    )
    const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
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
