import type { BatchInput } from '@songreel/contract'
import { insertInlineRecords } from '../store/inline-records.ts'
import { ARTIST_COLUMNS, MEDIA_BUNDLE_COLUMNS, MEDIA_COLUMNS } from '../store/record-columns.ts'
import type { Db } from '../store/schema.ts'
import type { CatalogueDeps } from './asset-records.ts'
import { readInline } from './inline-values.ts'
import { ARTIST, createAllValues, MEDIA, MEDIA_BUNDLE } from './record-values.ts'

/** The records of a batch that names none of them by id. */
export type InlineInput = {
  artist: NonNullable<BatchInput['artist']>
  mediaBundle: BatchInput['mediaBundle']
  media: NonNullable<BatchInput['media']>
}

/**
 * Makes artist, media bundle and media at once, in the caller's transaction: most batches come so, and one by one each
 * record would cost a trip to the database and a lock on the one above it. A song without an album is its own.
 */
export async function createInlineRecords(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  { artist, mediaBundle, media }: InlineInput,
) {
  const [ofArtist, ofBundle, ofMedia] = await createAllValues(services, db, orgId, [
    { sorted: ARTIST, ...readInline('artist', artist) },
    { sorted: MEDIA_BUNDLE, ...readInline('mediaBundle', mediaBundle ?? {}) },
    { sorted: MEDIA, ...readInline('media', media) },
  ])
  const song = { ...MEDIA_COLUMNS.fill(ofMedia), name: media.name }
  const madeArtist = { ...ARTIST_COLUMNS.fill(ofArtist), name: artist.name }
  const ids = await insertInlineRecords(db, orgId, {
    artist: madeArtist,
    mediaBundle: { ...MEDIA_BUNDLE_COLUMNS.fill(ofBundle), name: mediaBundle?.name ?? media.name },
    media: song,
  })
  return { ...ids, song: { ...song, artistImageId: madeArtist.imageAssetId } }
}
