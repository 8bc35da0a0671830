import { MAX_USAGE_ROWS, type Usage, type UsageQuery } from '@songreel/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'
import { onlyRow } from './statement.ts'

/** Which days, by whose calendar, and what they are told by. */
export type UsageSpan = { from: string; to: string } & Pick<UsageQuery, 'timeZone' | 'by'>

type Made = Omit<Usage, 'from' | 'to' | 'quota'>

/** What an organization made in a span of days. */
export async function readUsage(db: Db, orgId: string, { from, to, timeZone, by }: UsageSpan): Promise<Made> {
  const { rows } = await sql<Made>`
    with ended as materialized (
      select *, (ended_at at time zone ${timeZone}::text)::date as date
      from usage_entries
      where org_id = ${orgId} and ended_at >= ${from}::date::timestamp at time zone ${timeZone}::text
        and ended_at < (${to}::date + 1)::timestamp at time zone ${timeZone}::text
    ), made as materialized (
      select date, ${AMOUNTS} from ended group by date
    ), by_day as (
      select to_char(day, 'YYYY-MM-DD') as date, ${sumUp('made')}
      from generate_series(0, ${to}::date - ${from}::date) as place, lateral (select ${from}::date + place as day) as one
      left join made on made.date = day
      group by day order by day
    )
    select (select json_agg(by_day) from by_day) as days,
      (select row_to_json(totals) from (select ${sumUp('made')} from made) as totals) as totals,
      ${LISTS[by]}
      (select case when count(wait_secs) > 0 then json_build_object(
        'medianSecs', percentile_cont(0.5) within group (order by wait_secs),
        'p95Secs', percentile_cont(0.95) within group (order by wait_secs)) end from ended) as wait,
      -- What was linked to earlier work took no time, and says nothing of the machine.
      (select percentile_cont(0.5) within group (order by work_secs / secs * 60)
        from ended where work_secs is not null and secs > 0) as "workSecsPerMinute"
  `.execute(db)
  return onlyRow(rows)
}

/** Rounded: sums of fractions end in a row of nines. */
const AMOUNTS = sql`
  count(*) filter (where is_made)::int as videos,
  round(coalesce(sum(secs), 0)::numeric, 3)::float8 as secs,
  count(*) filter (where not is_made)::int as failed,
  coalesce(sum(bytes), 0)::bigint as bytes,
  round(coalesce(sum(cpu_secs), 0)::numeric, 3)::float8 as "cpuSecs"`

/** The sums of such amounts. */
function sumUp(table: string): RawBuilder<unknown> {
  const sums = ['videos', 'secs', 'failed', 'bytes', 'cpuSecs'].map((name) => {
    const type = sql.raw(name === 'secs' || name === 'cpuSecs' ? 'float8' : 'bigint')
    return sql`round(coalesce(sum(${sql.ref(`${table}.${name}`)}), 0)::numeric, 3)::${type} as ${sql.ref(name)}`
  })
  return sql.join(sums)
}

const LISTS: Record<UsageQuery['by'], RawBuilder<unknown>> = {
  day: sql``,
  content: sql`(
    select coalesce(json_agg(row), '[]') from (
      select content_id as "contentId", ${AMOUNTS} from ended group by content_id order by videos desc, content_id
    ) as row) as contents,`,
  // Counted before anything is joined: a plan for few entries would take minutes for many.
  artist: sql`(
    select coalesce(json_agg(row), '[]') from (
      select listed_id as "artistId",
        (select name from artists where artists.artist_id = listed_id and artists.org_id = min(listed.org_id)) as name,
        ${sumUp('listed')}
      from (
        select *, case when row_number() over (order by videos desc, artist_id) <= ${sql.lit(MAX_USAGE_ROWS)}
          then artist_id end as listed_id
        from (select artist_id, min(org_id) as org_id, ${AMOUNTS} from ended group by artist_id) as counted
      ) as listed
      group by listed_id order by listed_id is null, sum(videos) desc, listed_id
    ) as row) as artists,`,
}
