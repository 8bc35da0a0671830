import type { ClaimedRun } from '../batches/claim-render.ts'
import { finishRender } from '../batches/finish-render.ts'
import { returnRender } from '../batches/return-render.ts'
import type { Services } from '../services.ts'
import { getRenderWork } from '../store/render-work.ts'
import { readRenderFault } from './render-failure.ts'
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
    await returnRender(services, run, { countsAsError: false, afterSecs: 0 })
    return
  }
  const { renderAttempts, renderRetrySecs } = services.config
  const { fault, isPassing } = readRenderFault(error)
  services.log.warn({ renderId: run.renderId, code: fault.code, err: error }, 'render failed')
  const { errors } = await getRenderWork(services.db, run.renderId)
  if (isPassing && errors + 1 < renderAttempts) {
    const waitingFor = `another try after ${fault.code}: ${fault.message}`
    await returnRender(services, run, {
      countsAsError: true,
      afterSecs: renderRetrySecs * 2 ** errors,
      waitingFor,
    })
    return
  }
  await finishRender(services, run, { status: 'FAILED', error: fault })
}
