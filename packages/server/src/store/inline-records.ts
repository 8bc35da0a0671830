import type { ArtistFields } from './artists.ts'
import { foldText } from './fold-text.ts'
import type { MediaFields, MediaIds } from './media.ts'
import type { MediaBundleFields } from './media-bundles.ts'
import { newRecord } from './new-id.ts'
import { ARTIST_COLUMNS, MEDIA_BUNDLE_COLUMNS, MEDIA_COLUMNS } from './record-columns.ts'
import type { Db } from './schema.ts'
import { statement } from './statement.ts'

/** An artist, a media bundle and a media record that are made together. */
export type InlineRecords = { artist: ArtistFields; mediaBundle: MediaBundleFields; media: MediaFields }

const insert = statement(
  `with artist as (
     insert into artists (artist_id, org_id, name, name_key, ${ARTIST_COLUMNS.names}, created_at)
     values ($artistId, $orgId, $artist.name, $artistKey, ${ARTIST_COLUMNS.values('artist')}, $createdAt::timestamptz)
   ), bundle as (
     insert into media_bundles
       (media_bundle_id, org_id, artist_id, name, name_key, ${MEDIA_BUNDLE_COLUMNS.names}, created_at)
     values ($mediaBundleId, $orgId, $artistId, $mediaBundle.name, $mediaBundleKey,
       ${MEDIA_BUNDLE_COLUMNS.values('mediaBundle')}, $createdAt::timestamptz)
   )
   insert into media
     (media_id, org_id, artist_id, media_bundle_id, name, name_key, ${MEDIA_COLUMNS.names}, created_at)
   values ($mediaId, $orgId, $artistId, $mediaBundleId, $media.name, $mediaKey,
     ${MEDIA_COLUMNS.values('media')}, $createdAt::timestamptz)`,
)

/** Stores the three in one statement. None of them can be known to anybody yet, so no lock is needed. */
export async function insertInlineRecords(db: Db, orgId: string, records: InlineRecords): Promise<MediaIds> {
  const { id: artistId } = newRecord('artist')
  const { id: mediaBundleId } = newRecord('mediaBundle')
  const { id: mediaId, createdAt } = newRecord('media')
  const ids = { artistId, mediaBundleId, mediaId }
  const keys = {
    artistKey: foldText(records.artist.name),
    mediaBundleKey: foldText(records.mediaBundle.name),
    mediaKey: foldText(records.media.name),
  }
  await insert(db, { orgId, createdAt, ...ids, ...keys, ...records })
  return ids
}
