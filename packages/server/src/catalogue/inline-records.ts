import type { BatchInput } from '@songreel/contract'
import { insertInlineRecords } from '../store/inline-records.ts'
import type { Db } from '../store/schema.ts'
import { type CatalogueDeps, createAssets } from './asset-records.ts'
import { NO_FILES } from './media.ts'
import { createMediaFiles } from './media-files.ts'

/** The records of a batch that names none of them by id. */
export type InlineInput = {
  artist: NonNullable<BatchInput['artist']>
  mediaBundle: BatchInput['mediaBundle']
  media: NonNullable<BatchInput['media']>
}

/** What was made. */
export type MadeInline = Awaited<ReturnType<typeof createInlineRecords>>

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
  const covers = await createCovers(services, db, orgId, { artist, mediaBundle })
  const { artworkUrl, name, isrc = null, ...files } = media
  const made = await createMediaFiles(services, db, {
    orgId,
    input: { ...files, ...(artworkUrl !== undefined && { imageUrl: artworkUrl }) },
    fieldName: (field) => `media.${field === 'imageUrl' ? 'artworkUrl' : field}`,
  })
  const song = { ...NO_FILES, ...made, name, isrc }
  const ids = await insertInlineRecords(db, orgId, {
    artist: { name: artist.name, imageAssetId: covers.artist },
    mediaBundle: {
      name: mediaBundle?.name ?? name,
      upc: mediaBundle?.upc ?? null,
      imageAssetId: covers.mediaBundle,
    },
    media: song,
  })
  return { ...ids, song }
}

async function createCovers(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  levels: Pick<InlineInput, 'artist' | 'mediaBundle'>,
): Promise<{ artist: string | null; mediaBundle: string | null }> {
  const covers = { artist: null as string | null, mediaBundle: null as string | null }
  const wanted = (['artist', 'mediaBundle'] as const).flatMap((level) => {
    const url = levels[level]?.artworkUrl
    return url === undefined ? [] : [{ level, field: `${level}.artworkUrl`, kind: 'IMAGE' as const, url }]
  })
  if (wanted.length === 0) return covers
  const assetIds = await createAssets(services, db, orgId, wanted)
  for (const [index, { level }] of wanted.entries()) covers[level] = assetIds[index] ?? null
  return covers
}
