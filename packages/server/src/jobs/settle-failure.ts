import type { ClaimedRun } from '../batches/claim-render.ts'
import { finishRender } from '../batches/finish-render.ts'
import type { Services } from '../services.ts'
import { getRenderWork } from '../store/render-work.ts'
import { giveBack } from './give-back.ts'
import { readRenderFault } from './render-failure.ts'
import { factsOf } from './run-facts.ts'
import type { RunWatch } from './run-watch.ts'

/** The run was canceled or claimed anew; nobody waits for its result. */
export class LostRun extends Error {}

/** Ends a run that did not succeed: back in line where another try may help, otherwise as FAILED. */
export async function settleFailure(
  services: Services,
  run: ClaimedRun,
  watch: RunWatch,
  error: unknown,
): Promise<void> {
  if (watch.isLost() || error instanceof LostRun) return
  if (watch.signal.aborted) {
    const reason = 'the worker stops'
    await giveBack(services, run, { cause: 'stop', reason, countsAsError: false, afterSecs: 0 })
    return
  }
  const { renderAttempts, renderRetrySecs } = services.config
  const { fault, isPassing } = readRenderFault(error)
  const { errors } = await getRenderWork(services.db, run.renderId)
  if (isPassing && errors + 1 < renderAttempts) {
    const afterSecs = renderRetrySecs * 2 ** errors
    const waitingFor = `another try after ${fault.code}: ${fault.message}`
    services.log.warn({ ...factsOf(run), code: fault.code, err: error }, 'render failed, and is tried again')
    await giveBack(services, run, {
      cause: 'error',
      reason: fault.code,
      countsAsError: true,
      afterSecs,
      waitingFor,
    })
    return
  }
  const isCounted = await finishRender(services, run, { status: 'FAILED', error: fault })
  if (isCounted) noteFailure(services, run, fault.code, error)
}

/** A render that ended as FAILED, in the log and in the figures. */
export function noteFailure(
  { log, metrics }: Services,
  run: ClaimedRun,
  code: string,
  error?: unknown,
): void {
  metrics.noteRenderEnd({ status: 'FAILED', template: run.contentId, code })
  log.warn({ ...factsOf(run), code, err: error }, 'render failed')
}
