import { sweepWorkFolders } from '../assets/work-folder.ts'
import { collectAssetJob, deliverWebhookJob, renderVideoJob } from '../queue/all-jobs.ts'
import type { Services } from '../services.ts'
import { deliverWebhook } from '../webhooks/deliver-webhook.ts'
import { runCollectAsset } from './collect-asset.ts'
import { startJanitor } from './janitor.ts'
import { runRenderVideo } from './render-video.ts'
import { watchForLost } from './return-lost.ts'
import { showPresence } from './worker-presence.ts'

/** Hosts and receivers are mostly waited for, so many may be asked at once. */
const COLLECTIONS_AT_ONCE = 16
const DELIVERIES_AT_ONCE = 32

/** Takes work from the queue until it is closed; what it returns stops the sweeping, and the worker no longer counts. */
export async function startWorker(services: Services): Promise<() => Promise<void>> {
  const { queue, config } = services
  await sweepWorkFolders(config.dataDir)
  await queue.work(collectAssetJob, COLLECTIONS_AT_ONCE, (payload, run) =>
    runCollectAsset(services, payload, run),
  )
  await queue.work(
    renderVideoJob,
    config.concurrency,
    (payload, run) => runRenderVideo(services, payload, run),
    () => !services.ongoing.renderRoom.isClosed(),
  )
  await queue.work(deliverWebhookJob, DELIVERIES_AT_ONCE, ({ deliveryId }, { signal }) =>
    deliverWebhook(services, deliveryId, signal),
  )
  const stopJanitor = startJanitor(services)
  const stopWatch = watchForLost(services)
  const leave = await showPresence(services)
  return async () => {
    stopJanitor()
    stopWatch()
    await leave()
  }
}
