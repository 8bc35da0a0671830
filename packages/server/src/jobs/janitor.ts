import { sql } from 'kysely'
import { sweepWorkFolders } from '../assets/work-folder.ts'
import { enqueueRenders } from '../batches/enqueue-renders.ts'
import { finishRender } from '../batches/finish-render.ts'
import { renderVideoJob } from '../queue/all-jobs.ts'
import type { Services } from '../services.ts'
import { forgetPendingFiles, listAbandonedFiles } from '../store/pending-files.ts'

const SWEEP_EVERY_MS = 30_000
/** Long enough that no upload takes it. */
const ABANDONED_AFTER_SECS = 2 * 60 * 60
const BATCH_LIMIT_DAYS = 7

/** Begins to sweep every half minute; whatever part fails is tried again with the next sweep. */
export function startJanitor(services: Services, everyMs = SWEEP_EVERY_MS): () => void {
  let isSweeping = false
  const timer = setInterval(async () => {
    if (isSweeping) return
    isSweeping = true
    await sweep(services).catch((error) => services.log.warn({ err: error }, 'sweep failed'))
    isSweeping = false
  }, everyMs)
  return () => clearInterval(timer)
}

/** What crashes and time leave behind is put in order. Every step may run twice, in any number of workers. */
export async function sweep(services: Services, abandonedAfterSecs = ABANDONED_AFTER_SECS): Promise<void> {
  await sweepWorkFolders(services.config.dataDir)
  await deleteExpired(services)
  await deleteAbandoned(services, abandonedAfterSecs)
  await failExpired(services)
  await reissueTickets(services)
}

/** The row says first that the files are gone, so that none is served while it goes. */
async function deleteExpired({ db, storage }: Services): Promise<void> {
  const { rows } = await sql<{ video_key: string; poster_key: string | null }>`
    update outputs set deleted_at = now()
    where output_id in (select output_id from outputs where expires_at < now() and deleted_at is null limit 100)
    returning video_key, poster_key
  `.execute(db)
  for (const { video_key, poster_key } of rows) {
    await storage.delete(video_key)
    if (poster_key !== null) await storage.delete(poster_key)
  }
}

async function deleteAbandoned({ db, storage }: Services, olderThanSecs: number): Promise<void> {
  const keys = await listAbandonedFiles(db, olderThanSecs)
  for (const key of keys) await storage.delete(key)
  if (keys.length > 0) await forgetPendingFiles(db, keys)
}

async function failExpired(services: Services): Promise<void> {
  const { rows } = await sql<{ render_id: string }>`
    select render_id from renders
    where status in ('PENDING', 'COLLECTING_ASSETS') and job_id is null
      and ready_at < now() - make_interval(days => ${BATCH_LIMIT_DAYS})
    limit 100
  `.execute(services.db)
  const message = `The render waited ${BATCH_LIMIT_DAYS} days for a worker. Add workers, then try again.`
  for (const { render_id } of rows) {
    const error = { code: 'BATCH_EXPIRED', message, retryable: true }
    await finishRender(services, { renderId: render_id }, { status: 'FAILED', error })
  }
}

/** A second defence: an organization whose renders wait, without any ticket for them, gets new ones. */
async function reissueTickets({ db, queue, log }: Services): Promise<void> {
  const { rows } = await sql<{ org_id: string; waiting: number }>`
    select org_id, count(*)::int as waiting from renders
    where status in ('PENDING', 'COLLECTING_ASSETS') and job_id is null and ready_at < now() - interval '1 minute'
      and not exists (
        select 1 from pgboss.job
        where name = ${renderVideoJob.name} and state < 'completed' and data->>'orgId' = renders.org_id)
    group by org_id
  `.execute(db)
  for (const { org_id, waiting } of rows) {
    log.error({ orgId: org_id, waiting }, 'renders waited without a ticket')
    const entries = Array.from({ length: waiting }, () => ({ isPreview: false }))
    await db.transaction().execute((transaction) => enqueueRenders(queue, transaction, org_id, entries))
  }
}
