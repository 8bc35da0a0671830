import { listBatches } from '@songreel/server/internal/store/batches/batch-rows.ts'
import { DELETIONS, deleteSome } from '@songreel/server/internal/store/purge.ts'
import type pg from 'pg'
import { percentileOf } from '../service/medians.ts'
import { type Arena, nameRecord, type Seat } from './database.ts'
import { sampleRenders } from './empty-renders.ts'
import { PER_BATCH } from './fill-rows.ts'
import { liveDay } from './live-day.ts'
import { type Look, look } from './look.ts'

const MONTHS = 12
const MONTH_DAYS = 30
const DAY_SECS = 86_400
/** As SONGREEL_RETENTION_DAYS has it, and SONGREEL_BATCH_DAYS in this run. */
const RETENTION_DAYS = 30
export const BATCH_DAYS = 90
const ROWS_AT_ONCE = 500
/** In the order of deletion, with how many days they are kept. */
const AGES = { deliveries: RETENTION_DAYS, events: RETENTION_DAYS, batches: BATCH_DAYS, outputs: BATCH_DAYS }
const SAMPLES = 200

/** Autovacuum as it is set, only as much faster as time is here: a day takes about a second. */
export const FAST_AUTOVACUUM = { autovacuum_naptime: '1s', autovacuum_vacuum_cost_delay: '0' }

/** Milliseconds of a call: the middle one, and the one that 99 of a hundred stay below. */
export type Spread = { p50: number; p99: number }
type Calls = { claim: Spread; finish: Spread; list: Spread; purge: Spread }

/** A table as it is at the end of a month. */
export type TableState = {
  name: string
  rows: number
  tableMb: number
  indexMb: number
  dead: number
  autovacuums: number
}

/** What was purged in a month and in how many parts, how long calls take, and what the tables are like after it. */
export type Month = { month: number; secs: number; purged: number; parts: number } & Calls &
  Look & { tables: TableState[] }

/**
 * A year in which days follow each other at once: each adds its renders, then what is old by then goes, by the service's own
 * statements. Nothing else looks after the tables but autovacuum.
 */
export async function liveYear(
  arena: Arena,
  seat: Seat,
  { renders, tell }: { renders: number; tell(month: Month): void },
): Promise<Month[]> {
  const { admin } = arena
  const months: Month[] = []
  const batchesPerDay = Math.ceil(renders / (MONTHS * MONTH_DAYS) / PER_BATCH)
  for (let month = 1; month <= MONTHS; month++) {
    const startMs = performance.now()
    const partsMs: number[] = []
    let purged = 0
    for (let day = MONTH_DAYS; day > 0; day--) {
      const daysAgo = (MONTHS - month) * MONTH_DAYS + day - 1
      const first = 1_000_000_000 + (MONTHS * MONTH_DAYS - daysAgo) * batchesPerDay
      const count = batchesPerDay * PER_BATCH
      await liveDay(admin, { first, count, fromDaysAgo: daysAgo + 1, toDaysAgo: daysAgo })
      await endRetention(admin, daysAgo)
      purged += await purgeAsOf(seat, daysAgo, partsMs)
    }
    const secs = (performance.now() - startMs) / 1000
    const calls = { ...(await timeCalls(arena, seat)), purge: spreadOf(partsMs) }
    const tables = await readTables(admin)
    const parts = partsMs.length
    months.push({ month, secs, purged, parts, ...calls, ...(await look(admin, seat)), tables })
    tell(months.at(-1)!)
  }
  return months
}

/** What goes by the clock, which can not be set back here: files, as the janitor marks them, and jobs, as pg-boss deletes them. */
async function endRetention(admin: pg.Client, daysAgo: number): Promise<void> {
  await admin.query(`
    update outputs set deleted_at = expires_at
    where deleted_at is null and expires_at < now() - make_interval(days => ${daysAgo})`)
  await admin.query(`
    delete from pgboss.job where completed_on + deletion_seconds * interval '1s' < now() - make_interval(days => ${daysAgo})`)
}

/** What the hourly purge would have deleted until that day. */
async function purgeAsOf({ db }: Seat, daysAgo: number, partsMs: number[]): Promise<number> {
  let purged = 0
  for (const [name, days] of Object.entries(AGES))
    for (;;) {
      const startMs = performance.now()
      const olderThanSecs = (days + daysAgo) * DAY_SECS
      const gone = await deleteSome(db, DELETIONS[name as keyof typeof AGES], {
        olderThanSecs,
        limit: ROWS_AT_ONCE,
      })
      partsMs.push(performance.now() - startMs)
      purged += gone
      if (gone < ROWS_AT_ONCE) break
    }
  return purged
}

async function timeCalls(arena: Arena, seat: Seat): Promise<Omit<Calls, 'purge'>> {
  const since = new Date()
  const { claimMs, finishMs } = await sampleRenders(arena, SAMPLES)
  await forgetSamples(arena.admin, since)
  const listMs: number[] = []
  for (let call = 0; call < SAMPLES; call++) {
    const startMs = performance.now()
    await listBatches(seat.db, nameRecord('org', call % 16), { limit: 25 })
    listMs.push(performance.now() - startMs)
  }
  return { claim: spreadOf(claimMs), finish: spreadOf(finishMs), list: spreadOf(listMs) }
}

/** They were made today, and would stay for the rest of the year. */
async function forgetSamples(admin: pg.Client, since: Date): Promise<void> {
  const tables = ['webhook_deliveries', 'webhook_events', 'renders', 'batches', 'outputs']
  for (const table of tables) await admin.query(`delete from ${table} where created_at >= $1`, [since])
  await admin.query('delete from usage_entries where ended_at >= $1', [since])
  await admin.query('delete from pgboss.job where created_on >= $1', [since])
}

function spreadOf(values: number[]): Spread {
  return { p50: percentileOf(values, 50), p99: percentileOf(values, 99) }
}

const TABLES = [
  ...['batches', 'renders', 'outputs', 'webhook_events', 'webhook_deliveries', 'usage_entries'],
  'pgboss.job_common',
]

async function readTables(admin: pg.Client): Promise<TableState[]> {
  // What the last statements left is counted a moment later.
  await admin.query('select pg_stat_clear_snapshot(), pg_sleep(1.5)')
  const tables: TableState[] = []
  for (const name of TABLES) {
    const { rows } = await admin.query<TableState>(`
      select '${name}' as name, (select count(*) from ${name})::int as rows,
        (pg_table_size(relid) / 1e6)::float8 as "tableMb", (pg_indexes_size(relid) / 1e6)::float8 as "indexMb",
        n_dead_tup::int as dead, autovacuum_count::int as autovacuums
      from pg_stat_user_tables where relid = '${name}'::regclass`)
    tables.push(rows[0]!)
  }
  return tables
}
