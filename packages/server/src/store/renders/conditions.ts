import type { RenderStatus } from '@songreel/contract'
import { sql } from 'kysely'
import { RUNNING_RENDER_STATUSES, WAITING_RENDER_STATUSES } from '../statuses.ts'

/** A run of a render: an attempt under a fence, which must be shown with everything that the run writes. */
export type Run = { orgId: string; renderId: string; fence: number }

/** No job has the render. In the words of its index, and written out: with open values no kept plan could use it. */
export function isWaiting(renders = 'renders') {
  const jobId = sql.ref(`${renders}.job_id`)
  return sql<boolean>`(${hasStatus(renders, WAITING_RENDER_STATUSES)} and ${jobId} is null)`
}

/** A job has the render. */
export function isRunning(renders = 'renders') {
  const jobId = sql.ref(`${renders}.job_id`)
  return sql<boolean>`(${hasStatus(renders, RUNNING_RENDER_STATUSES)} and ${jobId} is not null)`
}

function hasStatus(renders: string, statuses: readonly RenderStatus[]) {
  return sql`${sql.ref(`${renders}.status`)} in (${sql.join(statuses.map((status) => sql.lit(status)))})`
}
