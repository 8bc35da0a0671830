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

/** Sends the files of one render to its destination. */
export const deliverVideoJob = describeJob({
  name: 'deliver-video',
  // Attempts are counted in the delivery; the queue itself tries again only when a worker was lost or our own storage is away.
  payload: z.object({ orgId: z.string(), renderId: z.string(), round: z.number().int() }),
  attempts: 10,
  retryDelaySecs: 5,
  timeoutSecs: 60 * 60,
  heartbeatSecs: 10,
  takesTurns: true,
  hasOrigin: true,
})

/** Examines a version of a look of an organization's own, as the built-in templates are. */
export const examineLookJob = describeJob({
  name: 'examine-look',
  payload: z.object({ orgId: z.string(), contentId: z.string(), version: z.number().int() }),
  attempts: 3,
  retryDelaySecs: 30,
  // More than SONGREEL_EXAMINE_SECS can be.
  timeoutSecs: 3 * 60 * 60,
  heartbeatSecs: 10,
  takesTurns: true,
})

/**
 * Helps with the render of another worker: makes segments of it. A queue for each kind of machine, because a video is made by
 * one kind alone. Not in the list below: only workers have it.
 */
export function describeDrawSegments(machine: string) {
  return describeJob({
    name: `draw-segments-${machine}`,
    payload: z.object({
      orgId: z.string(),
      renderId: z.string(),
      /** The run that is helped, and its work: a helper that comes to another result must not help. */
      fence: z.number().int(),
      workKey: z.string(),
    }),
    // One that is lost is not tried again: the run that is helped notices, and asks for another.
    attempts: 1,
    retryDelaySecs: 0,
    timeoutSecs: 3 * 60 * 60,
    heartbeatSecs: 10,
    takesTurns: true,
    lookEveryMs: 1000,
  })
}

/** The job of helpers on one kind of machine. */
export type DrawSegmentsJob = ReturnType<typeof describeDrawSegments>

/** Every kind of job that can be enqueued; queues are made from this list at start. */
export const JOBS: JobDefinition[] = [
  collectAssetJob,
  renderVideoJob,
  deliverWebhookJob,
  deliverVideoJob,
  examineLookJob,
]
