import type { AssetStatus } from '@songreel/contract'
import { sql } from 'kysely'
import type { Song } from './media.ts'
import type { Db } from './schema.ts'

/** A file of a song as it is now; its hash is null until it is here. */
export type FileNow = { assetId: string; sha256: string | null; status: AssetStatus }

/** A living song, with what is known of all the files that it could be shown with, by their ids. */
export type SongNow = Song & {
  mediaId: string
  artistId: string
  files: Record<string, FileNow>
  /** The titles of all songs of its album, in order. */
  tracks: string[]
}

/** Those of the songs that are not deleted, by their ids. */
export async function readSongsNow(db: Db, orgId: string, mediaIds: string[]): Promise<Map<string, SongNow>> {
  const { rows } = await sql<SongNow>`
    select m.media_id as "mediaId", m.artist_id as "artistId", m.name as title, m.isrc, artists.name as artist, media_bundles.name as album,
      m.audio_asset_id as "audioAssetId", m.lyrics_asset_id as "lyricsAssetId", m.video_asset_ids as "videoAssetIds",
      m.image_asset_id as "mediaImageId", media_bundles.image_asset_id as "bundleImageId",
      artists.image_asset_id as "artistImageId",
      (select coalesce(json_object_agg(asset_id,
          json_build_object('assetId', asset_id, 'sha256', sha256, 'status', assets.status)), '{}')
        from assets where assets.org_id = m.org_id and asset_id = any(m.video_asset_ids || array[m.audio_asset_id,
          m.lyrics_asset_id, m.image_asset_id, media_bundles.image_asset_id, artists.image_asset_id])) as files,
      (select json_agg(other.name order by other.media_id) from media other
        where other.org_id = m.org_id and other.media_bundle_id = m.media_bundle_id and other.deleted_at is null) as tracks
    from media m join artists on artists.artist_id = m.artist_id
      join media_bundles on media_bundles.media_bundle_id = m.media_bundle_id
    where m.org_id = ${orgId} and m.media_id = any(${[...new Set(mediaIds)]}) and m.deleted_at is null
  `.execute(db)
  return new Map(rows.map((song) => [song.mediaId, song]))
}
