import { foldText } from './fold-text.ts'
import type { MediaFields } from './media.ts'
import { newRecord } from './new-id.ts'
import type { Db } from './schema.ts'
import { statement } from './statement.ts'

/** An artist, a media bundle and a media record that are made together. */
export type InlineRecords = {
  artist: { name: string; imageAssetId: string | null }
  mediaBundle: { name: string; upc: string | null; imageAssetId: string | null }
  media: MediaFields
}

const insert = statement(
  `with artist as (
     insert into artists (artist_id, org_id, name, name_key, image_asset_id, created_at)
     values ($2, $1, $3, $4, $5, $22::timestamptz)
   ), bundle as (
     insert into media_bundles (media_bundle_id, org_id, artist_id, name, name_key, upc, image_asset_id, created_at)
     values ($6, $1, $2, $7, $8, $9, $10, $22::timestamptz)
   )
   insert into media (media_id, org_id, artist_id, media_bundle_id, name, name_key, isrc, image_asset_id,
     audio_asset_id, lyrics_asset_id, video_asset_ids, videosite_plugin_id, streamer_plugin_id, store_plugin_id,
     created_at)
   values ($11, $1, $2, $6, $12, $13, $14, $15, $16, $17, $18::text[], $19, $20, $21, $22::timestamptz)`,
)

/** Stores the three in one statement. None of them can be known to anybody yet, so no lock is needed. */
export async function insertInlineRecords(
  db: Db,
  orgId: string,
  { artist, mediaBundle, media }: InlineRecords,
): Promise<{ artistId: string; mediaBundleId: string; mediaId: string }> {
  const { id: artistId } = newRecord('artist')
  const { id: mediaBundleId } = newRecord('mediaBundle')
  const { id: mediaId, createdAt } = newRecord('media')
  await insert(
    db,
    ...[orgId, artistId, artist.name, foldText(artist.name), artist.imageAssetId],
    ...[
      mediaBundleId,
      mediaBundle.name,
      foldText(mediaBundle.name),
      mediaBundle.upc,
      mediaBundle.imageAssetId,
    ],
    ...[mediaId, media.name, foldText(media.name), media.isrc, media.imageAssetId, media.audioAssetId],
    ...[media.lyricsAssetId, media.videoAssetIds],
    ...[media.videositePluginId, media.streamerPluginId, media.storePluginId, createdAt],
  )
  return { artistId, mediaBundleId, mediaId }
}
