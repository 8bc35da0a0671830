import { DELETIONS, deleteSome } from '@songreel/server/internal/store/purge.ts'
import { sql } from 'kysely'
import type { Arena, Seat } from './database.ts'
import { fillRenders } from './fill-rows.ts'
import { type Look, look } from './look.ts'

const MONTHS = 12
const MONTH_DAYS = 30
const DAY_SECS = 86_400
/** As SONGREEL_RETENTION_DAYS has it, and SONGREEL_BATCH_DAYS in this run. */
const RETENTION_DAYS = 30
export const BATCH_DAYS = 90
const ROWS_AT_ONCE = 500
const PER_BATCH = 5

/** The tables after a month: what was purged, how long that took, and what they are like then. */
export type Month = { month: number; purged: number; purgeSecs: number } & Look

/**
 * A year in which months follow each other at once: each adds its renders, then goes what is old by then, by the
 * service's own statements, then what autovacuum does in a month is done in one go.
 */
export async function liveYear({ admin }: Arena, seat: Seat, renders: number): Promise<Month[]> {
  const months: Month[] = []
  const count = Math.ceil(renders / MONTHS / PER_BATCH) * PER_BATCH
  for (let month = 1; month <= MONTHS; month++) {
    const toDaysAgo = (MONTHS - month) * MONTH_DAYS
    const first = 1_000_000_000 + ((month - 1) * count) / PER_BATCH
    await fillRenders(admin, { first, count, fromDaysAgo: toDaysAgo + MONTH_DAYS, toDaysAgo })
    await retireOutputs(seat, toDaysAgo)
    const startMs = performance.now()
    const purged = await purgeAsOf(seat, toDaysAgo)
    const purgeSecs = (performance.now() - startMs) / 1000
    await admin.query('vacuum (analyze)')
    months.push({ month, purged, purgeSecs, ...(await look(admin, seat)) })
  }
  return months
}

/** The janitor marks files as deleted by the clock, which can not be set back here. */
async function retireOutputs({ db }: Seat, daysAgo: number): Promise<void> {
  await sql`
    update outputs set deleted_at = expires_at
    where deleted_at is null and expires_at < now() - make_interval(days => ${daysAgo})`.execute(db)
}

/** What the hourly purge would have deleted until that day. */
async function purgeAsOf({ db }: Seat, daysAgo: number): Promise<number> {
  const ages = {
    deliveries: RETENTION_DAYS,
    events: RETENTION_DAYS,
    batches: BATCH_DAYS,
    outputs: RETENTION_DAYS,
  }
  let purged = 0
  for (const [name, days] of Object.entries(ages)) {
    const olderThanSecs = (days + daysAgo) * DAY_SECS
    for (;;) {
      const deletion = DELETIONS[name as keyof typeof ages]
      const gone = await deleteSome(db, deletion, { olderThanSecs, limit: ROWS_AT_ONCE })
      purged += gone
      if (gone < ROWS_AT_ONCE) break
    }
  }
  return purged
}
