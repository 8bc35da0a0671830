import { renderVideoJob } from '../queue/all-jobs.ts'
import { findLostJobs } from '../queue/job-table.ts'
import type { Services } from '../services.ts'
import { returnLostRun } from '../store/renders/return-run.ts'
import { listRunningRenders } from '../store/renders/stray-renders.ts'

const LOOK_EVERY_MS = 1000

/** Starts looking for renders of lost workers. Call what it returns to stop. */
export function watchForLost(services: Services): () => void {
  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await returnLost(services).catch((error) =>
      services.log.warn({ err: error }, 'lost renders could not be looked up'),
    )
    isLooking = false
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

/**
 * A render whose worker was lost waits like any other until the next worker has a hand free, and its record says so. The
 * queue has queued the lost worker's job again already: that job is the render's ticket. The fence keeps a worker
 * that takes the job up at this very moment from losing the render again.
 */
export async function returnLost({
  db,
  log,
  metrics,
}: Pick<Services, 'db' | 'log' | 'metrics'>): Promise<void> {
  const running = await listRunningRenders(db)
  const jobIds = running.map(({ jobId }) => jobId)
  const lost = await findLostJobs(db, renderVideoJob, jobIds)
  for (const render of running.filter(({ jobId }) => lost.has(jobId))) {
    if (!(await returnLostRun(db, render))) continue
    metrics.noteRenderReturn('lost')
    const { renderId, batchId, orgId, attempt } = render
    const reason = 'its worker was lost'
    log.warn({ renderId, batchId, orgId, attempt, reason }, 'render returned to the queue')
  }
}
