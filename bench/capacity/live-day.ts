import { deliverWebhookJob, renderVideoJob } from '@songreel/server/internal/queue/all-jobs.ts'
import type pg from 'pg'
import {
  forgetPlan,
  INSERT_EVENTS,
  INSERT_OUTPUTS,
  INSERT_USAGE,
  insertBatches,
  insertDeliveries,
  insertRenders,
  PER_BATCH,
  planRenders,
  type Span,
  TRIES,
} from './fill-rows.ts'

/**
 * Writes all that is written of renders in a day, in the order of life and as often: rows come, change several times and end,
 * each step a transaction of its own, so that the tables get the dead rows that the service leaves.
 */
export async function liveDay(admin: pg.Client, span: Span): Promise<void> {
  await planRenders(admin, span)
  for (const step of [
    insertBatches(false),
    insertRenders(false),
    insertJobs(renderVideoJob.name),
    startJobs(renderVideoJob.name),
    updateRenders(`status = 'RENDERING', job_id = plan.id, started_at = plan.at, progress = 15, fence = 1`),
    updateRenders('progress = 60'),
    updateRenders(`status = 'UPLOADING', progress = 90`),
    INSERT_OUTPUTS,
    updateRenders(
      `status = 'COMPLETED', job_id = null, progress = 100, output_id = 'out_' || plan.id, finished_at = plan.at + interval '1 minute'`,
    ),
    INSERT_USAGE,
    INSERT_EVENTS,
    insertDeliveries(false),
    ...Array.from({ length: PER_BATCH - 1 }, () => updateBatches('completed = completed + 1')),
    updateBatches(
      `completed = completed + 1, status = 'COMPLETED', finished_at = plan.at + interval '1 minute'`,
    ),
    endJobs(renderVideoJob.name),
    insertJobs(deliverWebhookJob.name),
    startJobs(deliverWebhookJob.name),
    `update webhook_deliveries set status = 'DELIVERED', tries = '${TRIES}', finished_at = plan.at + interval '1 minute'
       from bench.renders as plan where delivery_id = 'dlv_' || plan.id`,
    endJobs(deliverWebhookJob.name),
  ])
    await admin.query(step)
  await forgetPlan(admin)
}

function updateRenders(changes: string): string {
  return `update renders set ${changes} from bench.renders as plan where render_id = 'rnd_' || plan.id`
}

function updateBatches(changes: string): string {
  return `update batches set ${changes} from bench.batches as plan where batch_id = 'bat_' || plan.id`
}

/** pg-boss's own rows, one for each render, under ids that are found again. */
function insertJobs(name: string): string {
  return `
    insert into pgboss.job (id, name, data, group_id, created_on, start_after, keep_until)
      select md5('${name}' || id)::uuid, '${name}', jsonb_build_object('orgId', 'org_' || own, 'tag', number), 'org_' || own,
        at, at, at + interval '14 days' from bench.renders`
}

const startJobs = (name: string) => updateJobs(name, `state = 'active', started_on = plan.at`)
const endJobs = (name: string) =>
  updateJobs(name, `state = 'completed', completed_on = plan.at + interval '1 minute'`)

function updateJobs(name: string, changes: string): string {
  return `
    update pgboss.job set ${changes} from bench.renders as plan
    where job.name = '${name}' and job.id = md5('${name}' || plan.id)::uuid`
}
