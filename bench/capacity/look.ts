import { getBatch, listBatches } from '@songreel/server/internal/store/batches/batch-rows.ts'
import { readQuota } from '@songreel/server/internal/store/quotas.ts'
import { listRendersOfBatches } from '@songreel/server/internal/store/renders/render-rows.ts'
import { readUsage } from '@songreel/server/internal/store/usage.ts'
import type pg from 'pg'
import { medianOf } from '../service/medians.ts'
import { nameRecord, type Seat } from './database.ts'
import { orderBatch } from './empty-renders.ts'

const TIMES = 15
const DAY_MS = 86_400_000

/** Median milliseconds of what clients and workers ask for, and megabytes of tables and indexes. */
export type Look = {
  orderMs: number
  listMs: number
  readMs: number
  usageMs: number
  quotaMs: number
} & Sizes
type Sizes = { rows: number; tableMb: number; indexMb: number }

/** Times the service's own queries on the tables as they are now. */
export async function look(admin: pg.Client, seat: Seat): Promise<Look> {
  const { db, queue } = seat
  const orgId = nameRecord('org', 0)
  const page = await listBatches(db, orgId, { limit: 25 })
  const batchId = page.items.at(-1)?.batchId ?? ''
  const day = (agoDays: number) => new Date(Date.now() - agoDays * DAY_MS).toISOString().slice(0, 10)
  const span = { from: day(29), to: day(0), timeZone: 'UTC', by: 'content' } as const
  const limits = { videos: 1, secs: 1, bytes: 1 }
  return {
    orderMs: await time(async () => {
      const transaction = await db.startTransaction().execute()
      await orderBatch({ db: transaction, queue }, 0)
      await transaction.rollback().execute()
    }),
    listMs: await time(() => listBatches(db, orgId, { limit: 25 })),
    readMs: await time(async () => {
      await getBatch(db, orgId, batchId)
      await listRendersOfBatches(db, orgId, [batchId])
    }),
    usageMs: await time(() => readUsage(db, orgId, span)),
    quotaMs: await time(() => readQuota(db, orgId, limits)),
    ...(await readSizes(admin)),
  }
}

async function time(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let done = 0; done < TIMES; done++) {
    const startMs = performance.now()
    await ask()
    times.push(performance.now() - startMs)
  }
  return medianOf(times)
}

async function readSizes(admin: pg.Client): Promise<Sizes> {
  const { rows } = await admin.query<Sizes>(`
    select (select count(*) from renders)::int as rows,
      (sum(pg_table_size(oid)) / 1e6)::float8 as "tableMb", (sum(pg_indexes_size(oid)) / 1e6)::float8 as "indexMb"
    from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`)
  return rows[0] as Sizes
}
