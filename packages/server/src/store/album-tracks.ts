import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** A song of an album. */
export type AlbumTrack = {
  mediaId: string
  /** Null until its file has been looked into. */
  durationSecs: number | null
}

/** The living songs of an album, in the order in which they were added. */
export async function listAlbumTracks(db: Db, orgId: string, mediaBundleId: string): Promise<AlbumTrack[]> {
  const { rows } = await sql<AlbumTrack>`
    select media.media_id as "mediaId", assets.duration_secs as "durationSecs"
    from media left join assets on assets.asset_id = media.audio_asset_id and assets.org_id = media.org_id
    where media.org_id = ${orgId} and media.media_bundle_id = ${mediaBundleId} and media.deleted_at is null
    order by media.media_id
  `.execute(db)
  return rows
}

/** What fits on a list: an album with more songs shows the first. */
export const MOST_TITLES = 30

/** The titles of all songs on the album of this one, in the order in which they were added. */
export async function listTitles(db: Db, orgId: string, mediaId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select media.name from media join media own on own.media_bundle_id = media.media_bundle_id
    where own.media_id = ${mediaId} and own.org_id = ${orgId} and media.org_id = ${orgId}
      and media.deleted_at is null
    order by media.media_id limit ${MOST_TITLES}
  `.execute(db)
  return rows.map(({ name }) => name)
}
