import type { PendingAsset } from '../assets/collect-asset.ts'
import { collectOnce } from '../assets/collect-once.ts'
import { wakeRenders } from '../batches/park-render.ts'
import { collectAssetJob, renderVideoJob } from '../queue/all-jobs.ts'
import type { JobRun } from '../queue/job.ts'
import { getSpan, noteFacts } from '../scope.ts'
import type { Services } from '../services.ts'
import { findAssetForWork } from '../store/assets.ts'
import { explainParkedRenders } from '../store/renders/park-run.ts'
import { retryTransient } from '../store/retry-transient.ts'
import { WorkError } from '../work-error.ts'

/** How long a file waits for its host before it gives way to the organization's next one. */
const HOST_WAIT_MS = 1000
const HOST_AGAIN_SECS = 5
const HOUR_MS = 3_600_000

type Collection = { assetId: string; tries?: number; heldUpSinceMs?: number }

/** Brings one asset here and wakes the renders that wait for it. Safe to run again: a final asset is left alone. */
export async function runCollectAsset(
  services: Services,
  { assetId, tries = 0, heldUpSinceMs }: Collection,
  { signal, isLastAttempt }: JobRun,
): Promise<void> {
  const pending = await findAssetForWork(services.db, assetId)
  if (pending?.asset.status !== 'PENDING') return
  const { db, queue, config } = services
  const { orgId } = pending
  noteFacts({ orgId, assetId })
  const leaveHost = await services.ongoing.hostTurns.take(
    getHost(pending),
    AbortSignal.any([signal, AbortSignal.timeout(HOST_WAIT_MS)]),
  )
  if (!leaveHost) {
    signal.throwIfAborted()
    const later = { orgId, startAfterSecs: HOST_AGAIN_SECS }
    return retryTransient(() => queue.enqueue(db, collectAssetJob, { assetId, tries, heldUpSinceMs }, later))
  }
  try {
    await collectOnce(services, pending, {
      signal,
      isLastAttempt: isLastAttempt || tries + 1 >= config.renderAttempts,
      mayWaitOut: Date.now() - (heldUpSinceMs ?? Date.now()) < config.outageHours * HOUR_MS,
      onEnd: (transaction) => wakeRenders(queue, transaction, { orgId, assetId }),
    })
    queue.look(renderVideoJob)
  } catch (error) {
    if (!(error instanceof WorkError)) throw error
    const { code, message, facts } = error
    getSpan()?.fail(code)
    const again = {
      orgId,
      startAfterSecs: Math.max(facts.isOutage ? 1 : 0, config.renderRetrySecs * 2 ** tries),
    }
    const next = facts.isOutage
      ? { assetId, tries, heldUpSinceMs: heldUpSinceMs ?? Date.now() }
      : { assetId, tries: tries + 1 }
    // If a file is requested twice, it is collected once.
    await retryTransient(() => queue.enqueue(db, collectAssetJob, next, again))
    const waitingFor = `another try after ${code}: ${message}`
    await retryTransient(() => explainParkedRenders(db, { orgId, assetId }, waitingFor))
  } finally {
    leaveHost()
  }
}

function getHost({ orgId, asset }: PendingAsset): string {
  const host = asset.sha256 === null && asset.sourceUrl && URL.parse(asset.sourceUrl)?.host
  return `${orgId} ${host || asset.assetId}`
}
