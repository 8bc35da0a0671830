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
