import { sql } from 'kysely'
import type { Db } from '../src/store/schema.ts'

/** Adds many finished batches like another one, older than it, with the references release-1, release-2 and so on. */
export async function addBatches(db: Db, like: string, count: number): Promise<void> {
  await sql`
    insert into batches (batch_id, org_id, ref, artist_id, media_bundle_id, media_id, status, total, completed, finished_at)
    select 'bat_' || lpad(n::text, 26, '0'), org_id, 'release-' || n, artist_id, media_bundle_id, media_id, 'COMPLETED',
           1, 1, now()
    from batches, generate_series(1, ${count}::int) as n where batch_id = ${like}
  `.execute(db)
}
