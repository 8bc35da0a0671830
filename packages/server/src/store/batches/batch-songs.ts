import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** What a batch is of, as people call it. */
export type BatchSong = { batchId: string; title: string; artist: string }

/** The songs of some batches, in the order of the batches; a song that was deleted keeps its name. */
export async function listBatchSongs(db: Db, orgId: string, batchIds: string[]): Promise<BatchSong[]> {
  if (batchIds.length === 0) return []
  const { rows } = await sql<BatchSong>`
    select batch_id as "batchId", media.name as title, artists.name as artist
    from batches
      join media on media.media_id = batches.media_id and media.org_id = batches.org_id
      join artists on artists.artist_id = batches.artist_id and artists.org_id = batches.org_id
    where batches.org_id = ${orgId} and batch_id = any(${batchIds})
    order by batch_id
  `.execute(db)
  return rows
}

/** The batches that were sent under a reference, oldest first. */
export async function listBatchIdsOfRef(
  db: Db,
  orgId: string,
  ref: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('batches')
    .select('batch_id as batchId')
    .where('org_id', '=', orgId)
    .where('ref', '=', ref)
    .orderBy('batch_id')
    .limit(limit)
    .execute()
  return rows.map(({ batchId }) => batchId)
}
