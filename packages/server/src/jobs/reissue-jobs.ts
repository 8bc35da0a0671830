import { enqueueRenders } from '../batches/enqueue-renders.ts'
import { returnRender } from '../batches/return-render.ts'
import { collectAssetJob, deliverVideoJob, deliverWebhookJob, renderVideoJob } from '../queue/all-jobs.ts'
import { findOpenJobs, selectNamedByJobs } from '../queue/job-table.ts'
import type { Services } from '../services.ts'
import { listOverdueAssets } from '../store/assets.ts'
import { listRunningRenders, listTicketlessOrganizations } from '../store/renders/stray-renders.ts'
import { listOverdueVideoDeliveries } from '../store/video-deliveries.ts'
import { listOverdueDeliveries } from '../store/webhook-deliveries.ts'

// A second defence. Work and the job that stands for it are written together, and a lost job is given to another worker
// by the queue; but a job that was lost ten times is given up, and then its work would wait for ever.

/** Work that has waited longer than this has lost its job; it isn't just slow. */
const OVERDUE_SECS = 2 * 60
const JOBS_AT_ONCE = 100

/** Puts renders back in the queue that are claimed by a job which is over. */
export async function returnOrphans(services: Services): Promise<void> {
  const running = await listRunningRenders(services.db)
  const jobIds = running.map(({ jobId }) => jobId)
  const open = await findOpenJobs(services.db, renderVideoJob, jobIds)
  for (const render of running.filter(({ jobId }) => !open.has(jobId))) {
    const isReturned = await returnRender(services, render, { countsAsLoss: true, afterSecs: 0 })
    // A render that ended between the two queries is not an orphan.
    if (!isReturned) continue
    const { renderId, batchId, orgId, attempt } = render
    services.log.error({ renderId, batchId, orgId, attempt }, 'a render was claimed by a job that is over')
  }
}

/** An organization whose renders wait, without any ticket for them, gets new ones. */
export async function reissueTickets({ db, queue, log }: Services): Promise<void> {
  const ticketless = await listTicketlessOrganizations(db, selectNamedByJobs(renderVideoJob, 'orgId'))
  for (const { orgId, waiting } of ticketless) {
    log.error({ orgId, waiting }, 'renders waited without a ticket')
    const entries = Array.from({ length: waiting }, () => ({ isPreview: false }))
    await db.transaction().execute((transaction) => enqueueRenders(queue, transaction, orgId, entries))
  }
}

/** A webhook whose time has come, and that no job will deliver, gets a new job. */
export async function reissueDeliveries({ db, queue, log }: Services): Promise<void> {
  const named = selectNamedByJobs(deliverWebhookJob, 'deliveryId')
  const rows = await listOverdueDeliveries(db, {
    overdueSecs: OVERDUE_SECS,
    except: named,
    limit: JOBS_AT_ONCE,
  })
  if (rows.length === 0) return
  log.error({ deliveryIds: rows.map(({ deliveryId }) => deliveryId) }, 'webhooks waited without a job')
  const entries = rows.map(({ deliveryId, orgId }) => ({ payload: { deliveryId }, orgId }))
  await queue.enqueueMany(db, deliverWebhookJob, entries)
}

/** A video whose delivery is due, and that no job will deliver, gets a new job. */
export async function reissueVideoDeliveries({ db, queue, log }: Services): Promise<void> {
  const named = selectNamedByJobs(deliverVideoJob, 'renderId')
  const rows = await listOverdueVideoDeliveries(db, {
    overdueSecs: OVERDUE_SECS,
    except: named,
    limit: JOBS_AT_ONCE,
  })
  if (rows.length === 0) return
  log.error({ renderIds: rows.map(({ renderId }) => renderId) }, 'deliveries waited without a job')
  const entries = rows.map((payload) => ({ payload, orgId: payload.orgId }))
  await queue.enqueueMany(db, deliverVideoJob, entries)
}

/** A file that is to be fetched, and that no job will fetch, gets a new job. */
export async function reissueCollections({ db, queue, log }: Services): Promise<void> {
  const named = selectNamedByJobs(collectAssetJob, 'assetId')
  const rows = await listOverdueAssets(db, { overdueSecs: OVERDUE_SECS, except: named, limit: JOBS_AT_ONCE })
  if (rows.length === 0) return
  log.error({ assetIds: rows.map(({ assetId }) => assetId) }, 'files waited without a job')
  const entries = rows.map(({ assetId, orgId }) => ({ payload: { assetId }, orgId }))
  await queue.enqueueMany(db, collectAssetJob, entries)
}
