import type { EndingRun, RenderOutcome } from './renders/finish-run.ts'
import { statement } from './statement.ts'
import type { Tx } from './transaction.ts'

const writeEntry = statement(
  `insert into usage_entries (render_id, org_id, ended_at, content_id, artist_id, is_made, secs, bytes, cpu_secs, wait_secs,
     work_secs)
   select render_id, renders.org_id, renders.finished_at, content_id, media.artist_id, renders.status = 'COMPLETED',
     coalesce(duration_secs, 0), case when $cpuSecs::float8 is null then 0 else coalesce(bytes, 0) end,
     coalesce($cpuSecs::float8 + (
       select coalesce(sum(cpu_secs), 0) from render_helpers as helper
       where helper.org_id = renders.org_id and helper.render_id = renders.render_id and helper.fence = renders.fence), 0),
     case when attempt = 1 then extract(epoch from started_at - renders.created_at) end,
     case when $cpuSecs::float8 is not null then extract(epoch from renders.finished_at - started_at) end
   from renders join media using (media_id) left join outputs using (output_id)
   where renders.org_id = $orgId and render_id = $renderId and not renders.is_test
   on conflict (render_id) do update set ended_at = excluded.ended_at, is_made = excluded.is_made, secs = excluded.secs,
     bytes = excluded.bytes, cpu_secs = excluded.cpu_secs, wait_secs = excluded.wait_secs, work_secs = excluded.work_secs`,
)

/**
 * Writes down what a render that has just ended used, in the transaction that ends it: batches, records and files may go
 * afterwards. A video that was linked to earlier work counts with its length, and took neither processor time nor room.
 */
export async function noteUsage(
  transaction: Tx,
  { orgId, renderId }: EndingRun,
  outcome: RenderOutcome,
): Promise<void> {
  if (outcome.status === 'CANCELED') return
  const cpuSecs = outcome.status === 'COMPLETED' ? (outcome.drawn?.cpuSecs ?? null) : null
  await writeEntry(transaction, { orgId, renderId, cpuSecs })
}

/** Renders that are tried again have not failed for good. */
export async function forgetFailures(transaction: Tx, orgId: string, renderIds: string[]): Promise<void> {
  await transaction
    .deleteFrom('usage_entries')
    .where('org_id', '=', orgId)
    .where('render_id', 'in', renderIds)
    .where('is_made', '=', false)
    .execute()
}
