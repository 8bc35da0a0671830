import { returnRender } from '../batches/return-render.ts'
import type { ReturnCause } from '../metrics/metrics.ts'
import type { Services } from '../services.ts'
import type { ClaimedRun } from '../store/renders/claim-run.ts'
import type { ReturnReason } from '../store/renders/return-run.ts'
import { pickRunFacts } from './run-facts.ts'

type GiveBack = ReturnReason & { cause: Exclude<ReturnCause, 'lost'>; reason: string }

/** Puts a run's render back in the queue, and says why. */
export async function giveBack(
  services: Services,
  run: ClaimedRun,
  { cause, reason, ...how }: GiveBack,
): Promise<void> {
  if (!(await returnRender(services, run, how))) return
  services.metrics.noteRenderReturn(cause)
  const level = cause === 'stop' ? 'info' : 'warn'
  services.log[level](
    { ...pickRunFacts(run), reason, afterSecs: how.afterSecs },
    'render returned to the queue',
  )
}
