import type { Usage, UsageQuery } from '@songreel/contract'
import { sql } from 'kysely'
import type { Db } from './schema.ts'
import { onlyRow } from './statement.ts'

/** What an organization made in the last days. Reads only the batches that ended in them or are open. */
export async function readUsage(db: Db, orgId: string, { days, timeZone }: UsageQuery): Promise<Usage> {
  const today = sql`(now() at time zone ${timeZone}::text)::date`
  const since = sql`((${today} - ${days - 1}::int)::timestamp at time zone ${timeZone}::text)`
  const { rows } = await sql<Usage>`
    with ended as materialized (
      select renders.status, renders.attempt, renders.timeline, renders.created_at, renders.started_at,
        renders.finished_at, outputs.duration_secs, (renders.finished_at at time zone ${timeZone}::text)::date as date
      from batches join renders using (batch_id) left join outputs using (output_id)
      where batches.org_id = ${orgId} and (batches.finished_at is null or batches.finished_at >= ${since})
        and renders.finished_at >= ${since} and not renders.is_test
    ), by_day as (
      select to_char(day, 'YYYY-MM-DD') as date,
        count(*) filter (where status = 'COMPLETED')::int as videos,
        coalesce(sum(duration_secs) filter (where status = 'COMPLETED'), 0) as secs,
        count(*) filter (where status = 'FAILED')::int as failed
      from generate_series(0, ${days - 1}::int) as ago, lateral (select ${today} - ago as day) as one
      left join ended on ended.date = day
      group by day order by day
    ), waits as (
      select extract(epoch from started_at - created_at)::float8 as secs
      from ended where started_at is not null and attempt = 1
    ), work as (
      -- What was linked to earlier work took no time, and says nothing of the machine.
      select extract(epoch from finished_at - started_at)::float8 / duration_secs * 60 as secs
      from ended where status = 'COMPLETED' and duration_secs > 0 and timeline @> '[{"status": "UPLOADING"}]'
    )
    select (select json_agg(by_day) from by_day) as days,
      (select case when count(*) > 0 then json_build_object(
        'medianSecs', percentile_cont(0.5) within group (order by secs),
        'p95Secs', percentile_cont(0.95) within group (order by secs)) end from waits) as wait,
      (select percentile_cont(0.5) within group (order by secs) from work) as "workSecsPerMinute"
  `.execute(db)
  return onlyRow(rows)
}
