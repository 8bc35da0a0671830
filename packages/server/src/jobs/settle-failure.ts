import { finishRender } from '../batches/finish-render.ts'
import { getSpan } from '../scope.ts'
import type { Services } from '../services.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import { getRenderWork } from '../store/renders/render-work.ts'
import { isTransientDbError } from '../store/retry-transient.ts'
import { describeFailure, type WorkError } from '../work-error.ts'
import { giveBack } from './give-back.ts'
import { readRenderError } from './read-render-error.ts'
import type { RunEnd } from './run-end.ts'
import { pickRunFacts } from './run-facts.ts'
import type { RunWatch } from './run-watch.ts'

const HOUR_MS = 3_600_000
const STORAGE_WAIT_FACTOR = 6

/** Ends a run that did not succeed: back in the queue where another try may help, otherwise as FAILED. */
export async function settleFailure(
  services: Services,
  run: ClaimedRun,
  watch: RunWatch,
  error: unknown,
): Promise<RunEnd> {
  if (watch.isLost()) return 'lost'
  const failed = readRenderError(error)
  const { code, message, facts } = failed
  if (!watch.signal.aborted) getSpan()?.fail(code)
  if (facts.isFileGone) {
    // It is being fetched again; the next run waits for it.
    const reason = 'a file is no longer in the store'
    await giveBack(services, run, { cause: 'error', reason, countsAsError: true, afterSecs: 0 })
    return 'returned'
  }
  if (watch.signal.aborted) {
    const reason = 'the worker stops'
    await giveBack(services, run, { cause: 'stop', reason, countsAsError: false, afterSecs: 0 })
    return 'stopped'
  }
  const { renderAttempts, renderRetrySecs } = services.config
  const { errors, heldUpSince } = await getRenderWork(services.db, run.orgId, run.renderId)
  const outage = findOutage(error, failed)
  const waitingForRetry = `another try after ${code}: ${message}`
  if (outage && mayWaitOut(services, heldUpSince)) {
    const afterSecs = Math.max(1, outage.waitFactor * renderRetrySecs)
    const waitingFor = outage.waitingFor ?? waitingForRetry
    services.log.warn({ ...pickRunFacts(run), code, err: error }, 'render is held up and will be tried again')
    const how = { countsAsError: false, isHeldUp: true, afterSecs, waitingFor }
    await giveBack(services, run, { cause: 'error', reason: code, ...how })
    return 'returned'
  }
  if (facts.isTransient && errors + 1 < renderAttempts) {
    const afterSecs = renderRetrySecs * 2 ** errors
    services.log.warn({ ...pickRunFacts(run), code, err: error }, 'render failed and will be tried again')
    const how = { countsAsError: true, afterSecs, waitingFor: waitingForRetry }
    await giveBack(services, run, { cause: 'error', reason: code, ...how })
    return 'returned'
  }
  const isCounted = await finishRender(services, run, { status: 'FAILED', error: describeFailure(failed) })
  if (isCounted) noteFailure(services, run, code, error)
  return 'ended'
}

type Outage = { waitFactor: number; waitingFor?: string }

/** What is away for everybody: waiting helps, and no try of this render would do better than another. */
function findOutage(error: unknown, { facts }: WorkError): Outage | undefined {
  if (isTransientDbError(error))
    return { waitFactor: 1, waitingFor: 'the database, which broke off the last try' }
  // A whole video is made for each try, so that there are not many of them.
  if (facts.isOutage) return { waitFactor: STORAGE_WAIT_FACTOR }
  return undefined
}

function mayWaitOut({ config }: Services, heldUpSince: string | null): boolean {
  const waitedMs = heldUpSince === null ? 0 : Date.now() - Date.parse(heldUpSince)
  return waitedMs < config.outageHours * HOUR_MS
}

/** A render that ended as FAILED, in the log and in the figures. */
export function noteFailure(
  { log, metrics }: Services,
  run: ClaimedRun,
  code: string,
  error?: unknown,
): void {
  metrics.noteRenderEnd({ status: 'FAILED', template: run.contentId, code })
  log.warn({ ...pickRunFacts(run), code, err: error }, 'render failed')
}
