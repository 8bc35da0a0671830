import { z } from 'zod'
import { describeJob, type JobDefinition } from './job.ts'

/** Fetches the bytes of one asset, or probes them where they are here already. */
export const collectAssetJob = describeJob({
  name: 'collect-asset',
  // Tries of an address are counted here; the queue itself tries again only when a worker was lost.
  payload: z.object({
    assetId: z.string(),
    tries: z.number().int().optional(),
    /** Since when the database or the store was away; such tries do not count. */
    heldUpSinceMs: z.number().optional(),
  }),
  attempts: 6,
  retryDelaySecs: 5,
  timeoutSecs: 15 * 60,
  heartbeatSecs: 10,
  takesTurns: true,
  hasOrigin: true,
})

/** Makes the next video of an organization: fairness chooses the organization, the organization the render. */
export const renderVideoJob = describeJob({
  name: 'render-video',
  payload: z.object({ orgId: z.string(), tag: z.number().int() }),
  // Errors are counted in the render; the queue tries again only when a worker was lost, and then the render says when it is enough.
  attempts: 10,
  retryDelaySecs: 0,
  timeoutSecs: 3 * 60 * 60,
  heartbeatSecs: 10,
})

/** Reports one event to a client's address. */
export const deliverWebhookJob = describeJob({
  name: 'deliver-webhook',
  payload: z.object({ deliveryId: z.string() }),
  attempts: 10,
  retryDelaySecs: 5,
  timeoutSecs: 60,
  heartbeatSecs: 10,
  takesTurns: true,
  hasOrigin: true,
})

/** Every kind of job that can be enqueued; queues are made from this list at start. */
export const JOBS: JobDefinition[] = [collectAssetJob, renderVideoJob, deliverWebhookJob]
