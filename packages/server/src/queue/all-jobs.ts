import { z } from 'zod'
import { describeJob, type JobDefinition } from './job.ts'

/** Fetches the bytes of one asset, or probes them where they are here already. */
export const collectAssetJob = describeJob({
  name: 'collect-asset',
  payload: z.object({ assetId: z.string() }),
  attempts: 6,
  retryDelaySecs: 5,
  timeoutSecs: 15 * 60,
})

/** Every kind of job that can be enqueued; queues are made from this list at start. */
export const JOBS: JobDefinition[] = [collectAssetJob]
