import type { Services } from '../services.ts'
import type { Run } from '../store/renders/conditions.ts'
import { type RunProgress, writeProgress } from '../store/renders/enter-status.ts'

const WATCH_EVERY_MS = 500

/** Watches a run. */
export type RunWatch = {
  /** Ends when the run no longer counts: canceled, taken up by another worker, or this worker stops. */
  signal: AbortSignal
  /** Whether the run was taken away; false if the worker is stopping. */
  isLost(): boolean
  /** Ends work whose run was canceled or claimed anew: nobody waits for its result. */
  lose(): never
  note(progress: RunProgress): void
  stop(): void
}

/** Writes progress at most twice a second; each writing also shows whether the run still counts. */
export function watchRun({ db, log }: Pick<Services, 'db' | 'log'>, run: Run, outer: AbortSignal): RunWatch {
  const lost = new AbortController()
  let latest: RunProgress = { progress: 1, phase: 'COLLECTING', etaSecs: null }
  let isWriting = false

  const timer = setInterval(async () => {
    if (isWriting) return
    isWriting = true
    try {
      if (!(await writeProgress(db, run, latest))) lost.abort()
    } catch (error) {
      log.warn({ err: error, renderId: run.renderId }, 'progress could not be written')
    } finally {
      isWriting = false
    }
  }, WATCH_EVERY_MS)

  return {
    signal: AbortSignal.any([outer, lost.signal]),
    isLost: () => lost.signal.aborted,
    lose() {
      lost.abort()
      throw lost.signal.reason
    },
    note: (progress) => {
      latest = progress
    },
    stop: () => clearInterval(timer),
  }
}
