import { sql } from 'kysely'
import { putBackInLine } from '../batches/return-render.ts'
import type { Run } from '../batches/run-progress.ts'
import { renderVideoJob } from '../queue/all-jobs.ts'
import type { Services } from '../services.ts'

const LOOK_EVERY_MS = 1000

/** Begins to look for renders of lost workers; the answer ends it. */
export function watchForLost(services: Services): () => void {
  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await returnLost(services).catch((error) =>
      services.log.warn({ err: error }, 'lost renders not looked for'),
    )
    isLooking = false
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

/**
 * A render whose worker was lost waits like any other until the next worker has a hand free, and its record says so. The
 * queue has put the lost worker's job back in line already: that job is the render's ticket. The fence keeps a worker
 * that takes the job up at this very moment from losing the render again.
 */
export async function returnLost({
  db,
  log,
  metrics,
}: Pick<Services, 'db' | 'log' | 'metrics'>): Promise<void> {
  const { rows: lost } = await sql<Run & { batchId: string; orgId: string; attempt: number }>`
    select render_id as "renderId", batch_id as "batchId", org_id as "orgId", attempt, fence::float8 as fence
    from renders
    where status in ('COLLECTING_ASSETS', 'RENDERING', 'UPLOADING') and job_id is not null
      and exists (
        select from pgboss.job where name = ${renderVideoJob.name} and id = renders.job_id::uuid and state < 'active')
    limit 100
  `.execute(db)
  for (const { renderId, fence, ...facts } of lost) {
    const run = { renderId, fence }
    const counts = { countsAsError: false, countsAsLoss: true }
    const { numUpdatedRows } = await putBackInLine(db, run, counts).executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    metrics.noteRenderReturn('lost')
    const reason = 'its worker was lost'
    log.warn({ renderId, ...facts, reason }, 'render returned to the queue')
  }
}
