import { finishRender } from '../batches/finish-render.ts'
import type { Services } from '../services.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import { explainRun } from '../store/renders/enter-status.ts'
import type { RunEnd } from './run-end.ts'
import { pickRunFacts } from './run-facts.ts'
import type { RunWatch } from './run-watch.ts'
import { noteFailure } from './settle-failure.ts'

// docs/decisions/0021-lost-workers.md says why.

/** How many losses that may be the render's own fault are allowed. */
const MAX_LOSSES = 5
/** Losses of any kind, so that one that is never lost twice at the same place ends too. */
const MAX_LOSSES_OF_ALL = 20
/** After this many losses a render runs alone. */
const ALONE_FROM = 2

/** Whether a render has lost its worker too often to be tried again. */
export function isLostForGood({ blamedLosses, losses }: ClaimedRun): boolean {
  return blamedLosses > MAX_LOSSES || losses > MAX_LOSSES_OF_ALL
}

/** Whether this render must run alone. */
export function isAlone({ config }: Pick<Services, 'config'>, run: ClaimedRun): boolean {
  return config.concurrency === 1 || run.losses >= ALONE_FROM
}

/** Waits until the run may begin; one that has lost its worker waits until the others here have ended, and keeps new ones away. */
export async function enterRoom(services: Services, run: ClaimedRun, watch: RunWatch): Promise<() => void> {
  const mustBeAlone = isAlone(services, run)
  const { renderRoom } = services.ongoing
  if (mustBeAlone && renderRoom.isInUse()) {
    services.log.info({ ...pickRunFacts(run), losses: run.losses }, 'render waits to be made alone')
    await explainRun(services.db, run, `a worker of its own, after ${run.losses} lost ones`)
  }
  const leave = await renderRoom.take(mustBeAlone, watch.signal)
  if (!leave) throw watch.signal.reason
  return leave
}

/** Ends a render that has lost its worker too often. */
export async function failLost(services: Services, run: ClaimedRun): Promise<RunEnd> {
  const message = `The render's worker was lost ${run.losses} times. Try again; if it happens again with the same files, report it.`
  const error = { code: 'RENDER_CRASHED', message, retryable: true }
  if (await finishRender(services, run, { status: 'FAILED', error })) noteFailure(services, run, error.code)
  return 'ended'
}
