import { sql } from 'kysely'
import { enqueueRenders } from '../batches/enqueue-renders.ts'
import { returnRender } from '../batches/return-render.ts'
import { collectAssetJob, deliverWebhookJob, renderVideoJob } from '../queue/all-jobs.ts'
import type { JobDefinition } from '../queue/job.ts'
import type { Services } from '../services.ts'

// A second defence. Work and the job that stands for it are written together, and a lost job is given to another worker
// by the queue; but a job that was lost ten times is given up, and then its work would wait for ever.

/** What waits longer than this has no job, rather than a slow one. */
const OVERDUE = sql`interval '2 minutes'`

const JOBS_AT_ONCE = 100

/** Puts renders back in line that are claimed by a job which is over. */
export async function returnOrphans(services: Services): Promise<void> {
  const { rows } = await sql<{ renderId: string; fence: number }>`
    select render_id as "renderId", fence::float8 as fence from renders
    where status in ('COLLECTING_ASSETS', 'RENDERING', 'UPLOADING') and job_id is not null
      and not exists (
        select from pgboss.job where name = ${renderVideoJob.name} and id = renders.job_id::uuid and state < 'completed')
    limit 100
  `.execute(services.db)
  for (const { renderId, fence } of rows) {
    services.log.error({ renderId }, 'a render was claimed by a job that is over')
    await returnRender(
      services,
      { renderId, fence },
      { countsAsError: false, countsAsLoss: true, afterSecs: 0 },
    )
  }
}

/** An organization whose renders wait, without any ticket for them, gets new ones. */
export async function reissueTickets({ db, queue, log }: Services): Promise<void> {
  const { rows } = await sql<{ org_id: string; waiting: number }>`
    with waiting as materialized (
      select org_id, count(*)::int as waiting from renders
      where status in ('PENDING', 'COLLECTING_ASSETS') and job_id is null and ready_at < now() - interval '1 minute'
      group by org_id),
    ticketless as materialized (select org_id from waiting except ${namedByJobs(renderVideoJob, 'orgId')})
    select org_id, waiting from waiting where org_id in (select org_id from ticketless)
  `.execute(db)
  for (const { org_id, waiting } of rows) {
    log.error({ orgId: org_id, waiting }, 'renders waited without a ticket')
    const entries = Array.from({ length: waiting }, () => ({ isPreview: false }))
    await db.transaction().execute((transaction) => enqueueRenders(queue, transaction, org_id, entries))
  }
}

/** A webhook whose time has come, and that no job will deliver, gets a new job. */
export async function reissueDeliveries({ db, queue, log }: Services): Promise<void> {
  const { rows } = await sql<{ deliveryId: string; orgId: string }>`
    select delivery_id as "deliveryId", org_id as "orgId" from webhook_deliveries
    where delivery_id in (
      select delivery_id from webhook_deliveries
      where status = 'PENDING' and coalesce(next_try_at, created_at) < now() - ${OVERDUE}
      except ${namedByJobs(deliverWebhookJob, 'deliveryId')}
      limit ${JOBS_AT_ONCE})
  `.execute(db)
  if (rows.length === 0) return
  log.error({ deliveryIds: rows.map(({ deliveryId }) => deliveryId) }, 'webhooks waited without a job')
  const entries = rows.map(({ deliveryId, orgId }) => ({ payload: { deliveryId }, orgId }))
  await queue.enqueueMany(db, deliverWebhookJob, entries)
}

/** A file that is to be fetched, and that no job will fetch, gets a new job. */
export async function reissueCollections({ db, queue, log }: Services): Promise<void> {
  const { rows } = await sql<{ assetId: string; orgId: string }>`
    select asset_id as "assetId", org_id as "orgId" from assets
    where asset_id in (
      select asset_id from assets where status = 'PENDING' and created_at < now() - ${OVERDUE}
      except ${namedByJobs(collectAssetJob, 'assetId')}
      limit ${JOBS_AT_ONCE})
  `.execute(db)
  if (rows.length === 0) return
  log.error({ assetIds: rows.map(({ assetId }) => assetId) }, 'files waited without a job')
  const entries = rows.map(({ assetId, orgId }) => ({ payload: { assetId }, orgId }))
  await queue.enqueueMany(db, collectAssetJob, entries)
}

/**
 * What the jobs of this kind, waiting or running, carry in a field. Always to be taken away with `except`, which reads both
 * sides once: for `not exists` the server may choose a loop within a loop, which took 22 seconds with 10,000 in the queue.
 */
function namedByJobs({ name }: JobDefinition, field: string) {
  return sql`select data->>${sql.lit(field)} from pgboss.job where name = ${name} and state < 'completed'`
}
