import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashPoint } from '@songreel/server/internal/crash-point.ts'
import { type HeldRun, listHeldRuns, type RunState, readRunState } from './held-runs.ts'
import { isStopped } from './process-state.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Stack } from './start-stack.ts'
import { waitUntil } from './wait-until.ts'

/** There is always work, so that it comes by its point; on a busy machine it takes its time. */
const POINT_LIMIT_MS = 180_000
/** A worker that is silent for 10 s is lost; then its render waits until another has a hand free. */
const TAKEN_UP_LIMIT_MS = 120_000
/** With nothing in hand it is merely stopped for longer than its heartbeat. */
const LOST_AFTER_MS = 12_000
const LOOK_EVERY_MS = 25

/** How far the run that took over is when the worker that slept wakes up; SAME: as far as that one was itself. */
export type WakeStatus = 'RENDERING' | 'SAME'

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
  if (point) worker.send({ arm: point, action: 'STOP' })
  else worker.signal('SIGSTOP')
  const facts = { isStopped: false, isTakenUp: false }
  // It may end on its way there, because the database is away.
  await waitUntil(async () => isStopped(pid) || worker.pid() !== pid, { limitMs: POINT_LIMIT_MS, signal })
  facts.isStopped = isStopped(pid)
  if (facts.isStopped) {
    const assets = point?.startsWith('asset-') ? await listPendingAssets(stack) : []
    // Whoever sleeps over a file is to wake up when another has brought it here.
    const [held] = assets.length > 0 ? [] : await listHeldRuns(stack, pid)
    const limitMs = held || assets.length > 0 ? TAKEN_UP_LIMIT_MS : LOST_AFTER_MS
    const target = held && wakeAt && (await readTarget(stack, held, wakeAt))
    const isOver = async () => {
      if (!held) return assets.length > 0 && (await areCollected(stack, assets))
      const state = await readRunState(stack, held)
      facts.isTakenUp = isTakenUp(state, target)
      // Canceled in the meantime: nobody will take it up.
      return facts.isTakenUp || state.isFinal
    }
    await waitUntil(isOver, { limitMs, everyMs: LOOK_EVERY_MS, signal })
    if (!wakeAt) await sleep(lagMs)
  }
  if (worker.isAlive()) worker.send({ disarm: true })
  if (worker.pid() === pid) worker.signal('SIGCONT')
  return facts
}

/** The sleeper was to bring one of these here. */
async function listPendingAssets({ query }: Stack): Promise<string[]> {
  const rows = await query<{ assetId: string }>(
    `select asset_id as "assetId" from assets where status = 'PENDING'`,
  )
  return rows.map(({ assetId }) => assetId)
}

async function areCollected({ query }: Stack, assetIds: string[]): Promise<boolean> {
  const [{ count }] = await query(
    `select count(*)::int as count from assets where asset_id = any($1) and status = 'PENDING'`,
    [assetIds],
  )
  return count === 0
}

const RANKS = ['PENDING', 'COLLECTING_ASSETS', 'RENDERING', 'UPLOADING']

async function readTarget(stack: Stack, held: HeldRun, wakeAt: WakeStatus): Promise<string> {
  return wakeAt === 'SAME' ? (await readRunState(stack, held)).status : wakeAt
}

/** Whether another run has the render, and is as far as it is to be, or past it. */
function isTakenUp({ takenMs, isFinal, status }: RunState, target: string | undefined): boolean {
  return takenMs !== null && (!target || isFinal || RANKS.indexOf(status) >= RANKS.indexOf(target))
}
