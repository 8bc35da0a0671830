import type { Artist } from '@songreel/sdk'
import type { Album } from './catalogue.ts'
import type { Change } from './change.ts'
import { isOtherFile } from './find-file-changes.ts'
import type { Import } from './import-album.ts'

/** More artists whose names hold the same words than anybody has. */
const MAX_NAMESAKES = 500

/** Finds an artist by the exact name, or makes one; an image is set or changed. `artistId` is missing in a dry run of a new one. */
export async function importArtist(
  { client, options, isDryRun }: Import,
  { artist: name, artistImage }: Album,
): Promise<{ change: Change | undefined; artistId: string | undefined }> {
  let found: Artist | undefined
  const namesakes = await client.artists
    .list({ q: name, limit: 100 }, options)
    .toArray({ limit: MAX_NAMESAKES })
  // The oldest, so that a second one of the same name changes nothing.
  for (const each of namesakes) if (each.name === name) found = each
  const hasNewImage = await isOtherFile(client, found?.imageAssetId, artistImage, options)
  if (found && !hasNewImage) return { change: undefined, artistId: found.artistId }
  const change: Change = {
    action: found ? 'UPDATE' : 'CREATE',
    kind: 'artist',
    name,
    fields: hasNewImage ? [{ field: 'artistImage' }] : [],
    id: found?.artistId,
  }
  if (isDryRun) return { change, artistId: found?.artistId }
  const imageUrl =
    artistImage && hasNewImage
      ? (artistImage.url ?? (await client.uploads.create(artistImage.path, options)).url)
      : undefined
  if (found) await client.artists.update(found.artistId, { imageUrl }, options)
  else change.id = (await client.artists.create({ name, imageUrl }, options)).artistId
  return { change, artistId: change.id }
}
