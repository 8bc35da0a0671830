import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashPoint } from '../crash-point.ts'
import { isStopped } from './process-state.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Stack } from './start-stack.ts'
import { waitUntil } from './wait-until.ts'

const POINT_LIMIT_MS = 15_000
/** A worker that is silent for 10 s is lost; its work is running elsewhere within 15 s. */
const TAKEN_UP_LIMIT_MS = 16_000
const LOOK_EVERY_MS = 25

/** How far the run that took over is when the worker that slept wakes up. */
export type WakeStatus = 'RENDERING' | 'UPLOADING'

/** Where a worker is stopped, and when it wakes up. */
export type Pause = {
  point: CrashPoint | undefined
  wakeAt: WakeStatus | undefined
  lagMs: number
  signal: AbortSignal
}

/** What became of a pause: whether the worker was stopped at all, and whether another took up its render meanwhile. */
export type PauseFacts = { isStopped: boolean; isTakenUp: boolean }

/** Stops a worker until its render was taken up by another, and a little longer; then lets it go on. */
export async function pauseWorker(
  stack: Stack,
  worker: ServiceProcess,
  { point, wakeAt, lagMs, signal }: Pause,
): Promise<PauseFacts> {
  const pid = worker.pid()
  const sinceMs = Date.now()
  if (point) worker.tell({ arm: point, action: 'STOP' })
  else worker.signal('SIGSTOP')
  const facts = { isStopped: false, isTakenUp: false }
  facts.isStopped = await waitUntil(async () => isStopped(pid), { limitMs: POINT_LIMIT_MS, signal })
  if (facts.isStopped) {
    const waiting = { limitMs: TAKEN_UP_LIMIT_MS, everyMs: LOOK_EVERY_MS, signal }
    facts.isTakenUp = await waitUntil(() => isTakenUp(stack, { pid, sinceMs, wakeAt }), waiting)
    if (!wakeAt) await sleep(lagMs)
  }
  if (worker.isAlive()) worker.tell({ disarm: true })
  if (worker.pid() === pid) worker.signal('SIGCONT')
  return facts
}

type Slept = { pid: number; sinceMs: number; wakeAt: WakeStatus | undefined }

/** Whether a run of this process was taken up by another, and that one is as far as it is to be, or past it. */
async function isTakenUp({ ask }: Stack, { pid, sinceMs, wakeAt }: Slept): Promise<boolean> {
  const rows = await ask(
    `select from crash.holders mine
     join crash.holders next on next.render_id = mine.render_id and next.fence = mine.fence + 1 and next.is_takeover
     join renders on renders.render_id = next.render_id
     where mine.holder = $1 and next.holder <> mine.holder and next.at > to_timestamp($2)
       and ($3::text is null or renders.fence > next.fence or renders.status in ($3, 'COMPLETED', 'FAILED', 'CANCELED'))
     limit 1`,
    [`songreel ${pid}`, sinceMs / 1000, wakeAt ?? null],
  )
  return rows.length > 0
}
