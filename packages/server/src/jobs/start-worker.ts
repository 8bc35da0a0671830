import { nameMachineKind } from '@songreel/render'
import { sweepWorkFolders } from '../assets/work-folder.ts'
import { examineLook } from '../contents/examine-look.ts'
import { deliverVideo } from '../destinations/deliver-video.ts'
import {
  collectAssetJob,
  deliverVideoJob,
  deliverWebhookJob,
  describeDrawSegments,
  examineLookJob,
  renderVideoJob,
} from '../queue/all-jobs.ts'
import type { Services } from '../services.ts'
import { inSpan } from '../trace/tracing.ts'
import { deliverWebhook } from '../webhooks/deliver-webhook.ts'
import { runCollectAsset } from './collect-asset.ts'
import { runDrawSegments } from './draw-segments.ts'
import { startJanitor } from './janitor.ts'
import { runRenderVideo } from './render-video.ts'
import { watchForLost } from './return-lost.ts'
import { createWorkerEnd, type WorkerEnd, type WorkUntil } from './worker-end.ts'
import { showPresence } from './worker-presence.ts'

/** Hosts and receivers are mostly waited for, so many may be asked at once. */
const COLLECTIONS_AT_ONCE = 16
const DELIVERIES_AT_ONCE = 32
/** Each holds a part of a video in memory. */
const VIDEO_DELIVERIES_AT_ONCE = 4

/** A minute of one core each, beside the renders. */
const EXAMINATIONS_AT_ONCE = 1

/** Takes part in long renders of other workers while slots are idle; a render of its own comes first. */
async function helpOthers(services: Services, mayTake: () => boolean): Promise<void> {
  const { queue, config, ongoing } = services
  if (config.renderHelpers === 0) return
  const job = describeDrawSegments(nameMachineKind())
  await queue.add(job)
  await queue.work(
    job,
    config.concurrency,
    (helped, run) => runDrawSegments(services, helped, { ...run, job }),
    () =>
      mayTake() &&
      !ongoing.renderRoom.isClosed() &&
      ongoing.renders + ongoing.helpers.size < config.concurrency,
  )
}

/** What a job does belongs to whatever has enqueued it, mostly in another process. */
const FROM_QUEUE = { kind: 'consumer', isRemote: true } as const

/** A worker of this process. */
export type RunningWorker = Pick<WorkerEnd, 'countStopped' | 'untilDone'> & {
  /** Stops the sweeping, and the worker no longer counts; the queue is stopped by itself. */
  leave(): Promise<void>
}

/** Takes work from the queue until it is closed. */
export async function startWorker(
  services: Services,
  { until }: { until?: WorkUntil } = {},
): Promise<RunningWorker> {
  const { queue, config, tracing } = services
  const end = createWorkerEnd(services, until)
  await sweepWorkFolders(config.dataDir)
  await queue.work(
    collectAssetJob,
    COLLECTIONS_AT_ONCE,
    (payload, run) => inSpan(tracing, 'collect', FROM_QUEUE, () => runCollectAsset(services, payload, run)),
    end.mayTake,
  )
  await queue.work(
    renderVideoJob,
    config.concurrency,
    async (payload, run) => end.note(await runRenderVideo(services, payload, run)),
    () => end.mayTake() && !services.ongoing.renderRoom.isClosed(),
  )
  await helpOthers(services, end.mayTake)
  await queue.work(deliverWebhookJob, DELIVERIES_AT_ONCE, ({ deliveryId }, { signal }) =>
    inSpan(tracing, 'deliver', FROM_QUEUE, () => deliverWebhook(services, deliveryId, signal)),
  )
  await queue.work(deliverVideoJob, VIDEO_DELIVERIES_AT_ONCE, (payload, { signal }) =>
    inSpan(tracing, 'deliver-video', FROM_QUEUE, () => deliverVideo(services, payload, signal)),
  )
  await queue.work(
    examineLookJob,
    EXAMINATIONS_AT_ONCE,
    (payload, run) => inSpan(tracing, 'examine-look', FROM_QUEUE, () => examineLook(services, payload, run)),
    end.mayTake,
  )
  const stopJanitor = startJanitor(services)
  const stopWatch = watchForLost(services)
  const leave = await showPresence(services)
  return {
    countStopped: end.countStopped,
    untilDone: end.untilDone,
    async leave() {
      stopJanitor()
      stopWatch()
      await leave()
    },
  }
}
