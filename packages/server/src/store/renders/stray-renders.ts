import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../schema.ts'
import { isRunning, isWaiting, type Run } from './conditions.ts'

// What the janitor of the whole installation looks for, in all organizations at once.

/** A run, and the job that has it. */
export type RunningRender = Run & { batchId: string; attempt: number; jobId: string }

/** Every render that a job has. */
export async function listRunningRenders(db: Db): Promise<RunningRender[]> {
  const { rows } = await sql<RunningRender>`
    select org_id as "orgId", render_id as "renderId", fence::float8 as fence, batch_id as "batchId", attempt,
      job_id as "jobId"
    from renders where ${isRunning()}
  `.execute(db)
  return rows
}

/** Some of the renders that could have run for so long, and did not. */
export function listExpiredRenders(db: Db, hours: number) {
  return db
    .selectFrom('renders')
    .select(['org_id as orgId', 'render_id as renderId', 'content_id as contentId'])
    .where(isWaiting())
    .where('ready_at', '<', sql<string>`now() - make_interval(hours => ${hours})`)
    .limit(100)
    .execute()
}

/** The organizations whose renders have waited for a minute and that no ticket names, with how many they are. */
export async function listTicketlessOrganizations(
  db: Db,
  orgIdsOfTickets: RawBuilder<unknown>,
): Promise<{ orgId: string; waiting: number }[]> {
  const { rows } = await sql<{ orgId: string; waiting: number }>`
    with waiting as materialized (
      select org_id, count(*)::int as waiting from renders
      where ${isWaiting()} and ready_at < now() - interval '1 minute'
      group by org_id),
    ticketless as materialized (select org_id from waiting except ${orgIdsOfTickets})
    select org_id as "orgId", waiting from waiting where org_id in (select org_id from ticketless)
  `.execute(db)
  return rows
}
