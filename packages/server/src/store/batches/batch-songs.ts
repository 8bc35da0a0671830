import { sql } from 'kysely'
import type { Db } from '../schema.ts'

/** What somebody made, as people call it. */
export type NamedWork = { title: string; artist: string }

/** The names of songs by their ids; a song that was deleted keeps its name. */
export async function readSongNames(
  db: Db,
  orgId: string,
  mediaIds: string[],
): Promise<Map<string, NamedWork>> {
  const { rows } = await sql<NamedWork & { mediaId: string }>`
    select media_id as "mediaId", media.name as title, artists.name as artist
    from media join artists on artists.artist_id = media.artist_id and artists.org_id = media.org_id
    where media.org_id = ${orgId} and media_id = any(${[...new Set(mediaIds)]})
  `.execute(db)
  return new Map(rows.map(({ mediaId, ...names }) => [mediaId, names]))
}

/** The name of an album; one that was deleted keeps its name, too. */
export async function findAlbumName(
  db: Db,
  orgId: string,
  mediaBundleId: string,
): Promise<NamedWork | undefined> {
  const { rows } = await sql<NamedWork>`
    select bundle.name as title, artists.name as artist
    from media_bundles as bundle join artists on artists.artist_id = bundle.artist_id and artists.org_id = bundle.org_id
    where bundle.org_id = ${orgId} and media_bundle_id = ${mediaBundleId}
  `.execute(db)
  return rows[0]
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
