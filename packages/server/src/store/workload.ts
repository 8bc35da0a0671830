import type { Workload } from '@songreel/contract'
import { type RawBuilder, sql } from 'kysely'
import { isRunning, isWaiting } from './renders/conditions.ts'
import type { Db } from './schema.ts'

const MINUTES = 15
const MOST_ORGANIZATIONS = 50
const MOST_FAILURES = 10
const MOST_RUNNING = 500

/** One organization's rows, or those of all: only the operator looks at all. */
function isOf(orgId: string | undefined, table: string): RawBuilder<boolean> {
  const column = sql.ref(`${table}.org_id`)
  return orgId === undefined ? sql<boolean>`true` : sql<boolean>`${column} = ${orgId}`
}

/** A render that a worker makes. */
export type RunningRow = Omit<Workload['workers'][number]['renders'][number], 'framesPerSec'> & {
  workerId: string | null
}

/** What is being made, oldest first. */
export async function listRunning(db: Db, orgId: string | undefined): Promise<RunningRow[]> {
  const { rows } = await sql<RunningRow>`
    select worker_id as "workerId", render_id as "renderId", batch_id as "batchId", org_id as "orgId",
      content_id as "contentId", status, phase, progress::float8 as progress, frames, eta_secs::float8 as "etaSecs",
      started_at as "startedAt"
    from renders where ${isRunning()} and ${isOf(orgId, 'renders')} order by render_id limit ${MOST_RUNNING}
  `.execute(db)
  return rows
}

/** How many renders of an organization wait and run. */
export type OrganizationLoad = Workload['organizations'][number] & { oldestWaitSecs: number }

/** By organization: each half of it walks an index of its own, however many renders have ended. */
export async function countByOrganization(db: Db, orgId: string | undefined): Promise<OrganizationLoad[]> {
  const { rows } = await sql<OrganizationLoad>`
    with open as materialized (
      select org_id, count(*) filter (where ready_at <= now()) as waiting, count(*) filter (where ready_at > now()) as later,
        0 as running, min(ready_at) filter (where ready_at <= now()) as oldest
      from renders where ${isWaiting()} and ${isOf(orgId, 'renders')} group by org_id
      union all
      select org_id, 0, 0, count(*), null from renders where ${isRunning()} and ${isOf(orgId, 'renders')} group by org_id)
    select org_id as "orgId", name, sum(waiting)::int as waiting, sum(later)::int as later, sum(running)::int as running,
      coalesce(extract(epoch from now() - min(oldest)), 0)::float8 as "oldestWaitSecs"
    from open join organizations using (org_id) group by org_id, name
    order by sum(running) desc, sum(waiting) desc, sum(later) desc, org_id
  `.execute(db)
  return rows
}

/** The busiest ones; their counts have been added up before. */
export function pickBusiest(loads: OrganizationLoad[]): Workload['organizations'] {
  return loads.slice(0, MOST_ORGANIZATIONS).map(({ oldestWaitSecs: _, ...load }) => load)
}

/** What has ended in each of the last minutes; renders of test tokens are not among them. */
export async function countEnded(db: Db, orgId: string | undefined): Promise<Workload['minutes']> {
  const { rows } = await sql<Workload['minutes'][number]>`
    select minute as at, count(*) filter (where is_made)::int as completed,
      count(*) filter (where not is_made)::int as failed
    from generate_series(0, ${MINUTES - 1}::int) as ago,
      lateral (select date_trunc('minute', now()) - make_interval(mins => ago) as minute) as one
      left join usage_entries on ended_at >= minute and ended_at < minute + interval '1 minute'
        and ${isOf(orgId, 'usage_entries')}
    group by minute order by minute
  `.execute(db)
  return rows
}

/** What has failed within an hour, newest first. */
export async function listFailures(db: Db, orgId: string | undefined): Promise<Workload['failures']> {
  const { rows } = await sql<Workload['failures'][number]>`
    select render_id as "renderId", batch_id as "batchId", usage_entries.org_id as "orgId",
      usage_entries.content_id as "contentId", error->>'code' as code, ended_at as at
    from usage_entries join renders using (render_id)
    where not is_made and ended_at > now() - interval '1 hour' and ${isOf(orgId, 'usage_entries')}
    order by ended_at desc limit ${MOST_FAILURES}
  `.execute(db)
  return rows
}
