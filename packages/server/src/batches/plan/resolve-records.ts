import type { ArtistInput, BatchInput, MediaBundleInput, MediaInput } from '@songreel/contract'
import { createArtist } from '../../catalogue/artists.ts'
import type { CatalogueDeps } from '../../catalogue/asset-records.ts'
import { createInlineRecords } from '../../catalogue/inline-records.ts'
import { readInline } from '../../catalogue/inline-values.ts'
import { createMedia } from '../../catalogue/media.ts'
import { createMediaBundle } from '../../catalogue/media-bundles.ts'
import { invalidField, notFound, ServiceError } from '../../errors.ts'
import { findMediaIds, type MediaIds, type Song } from '../../store/media.ts'
import { findMediaBundleIds } from '../../store/media-bundles.ts'
import type { Db } from '../../store/schema.ts'

/** What a batch must know of its song. */
export type SongFacts = Pick<
  Song,
  'title' | 'artist' | 'isrc' | 'audioAssetId' | 'lyricsAssetId' | 'videoAssetIds' | 'artistImageId'
> & { album?: string }

/** The records, and the song where it is known without requesting it. */
export type ResolvedRecords = MediaIds & { song?: SongFacts }

type RecordInput = Pick<
  BatchInput,
  'artist' | 'mediaBundle' | 'media' | 'artistId' | 'mediaBundleId' | 'mediaId'
>

/** Whether a batch names all its records by id; then nothing has to be made. */
export function isReferenceForm(input: RecordInput): boolean {
  return !input.artist && !input.mediaBundle && !input.media
}

/** Finds or makes the artist, the media bundle and the media of a batch. Levels may mix; they must agree. */
export async function resolveRecords(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  input: RecordInput,
): Promise<ResolvedRecords> {
  refuseAmbiguous(input)
  const { media, artist, mediaBundle } = input
  if (input.mediaId) return agree(await getMediaIds(db, orgId, input.mediaId), input)
  if (!media) throw invalidField('media', 'REQUIRED', 'must be sent, or mediaId of an existing song')
  const known = media.isrc && (await findMediaIds(db, orgId, { isrc: media.isrc }))
  if (known) return known
  const album = mediaBundle?.upc ? await findMediaBundleIds(db, orgId, { upc: mediaBundle.upc }) : undefined
  if (artist && !album) {
    const { song, ...records } = await createInlineRecords(services, db, orgId, {
      artist,
      mediaBundle,
      media,
    })
    return { ...records, song: { ...song, title: song.name, artist: artist.name } }
  }
  const bundle = album ?? (await resolveBundle(services, db, orgId, input))
  const { input: values, fieldName } = readInline('media', media)
  const song = { ...values, name: media.name, mediaBundleId: bundle.mediaBundleId } as MediaInput
  const made = await createMedia(services, db, orgId, song, fieldName)
  return { ...bundle, mediaId: made.mediaId }
}

async function resolveBundle(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  input: RecordInput,
): Promise<Omit<MediaIds, 'mediaId'>> {
  if (input.mediaBundleId) return agree(await getMediaBundleIds(db, orgId, input.mediaBundleId), input)
  const { mediaBundle, media } = input
  const artistId = await resolveArtist(services, db, orgId, input)
  const { input: values, fieldName } = readInline('mediaBundle', mediaBundle ?? {})
  const album = { ...values, name: mediaBundle?.name ?? media?.name ?? '', artistId } as MediaBundleInput
  const made = await createMediaBundle(services, db, orgId, album, fieldName)
  return { artistId, mediaBundleId: made.mediaBundleId }
}

async function resolveArtist(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  input: RecordInput,
): Promise<string> {
  if (input.artistId) return input.artistId
  if (!input.artist)
    throw invalidField('artist', 'REQUIRED', 'must be sent, or artistId of an existing artist')
  const { input: values, fieldName } = readInline('artist', input.artist)
  const artist = { ...values, name: input.artist.name } as ArtistInput
  const made = await createArtist(services, db, orgId, artist, fieldName)
  return made.artistId
}

/** An id settles its own level and the levels above it; an object for any of them would say it twice. */
function refuseAmbiguous(input: RecordInput): void {
  const settled = [
    ['artist', input.artist, ['artistId', 'mediaBundleId', 'mediaId']],
    ['mediaBundle', input.mediaBundle, ['mediaBundleId', 'mediaId']],
    ['media', input.media, ['mediaId']],
  ] as const
  for (const [field, object, ids] of settled) {
    const id = ids.find((name) => input[name] !== undefined)
    if (!object || !id) continue
    const message = `${field} and ${id} were both sent, and ${id} says already which ${field} is meant. Send one of them.`
    throw new ServiceError('AMBIGUOUS_REFERENCE', {
      message,
      details: [{ field, code: 'AMBIGUOUS', message }],
    })
  }
}

/** Refuses ids that do not belong together. */
export function agree<Records extends Omit<MediaIds, 'mediaId'>>(
  found: Records,
  input: RecordInput,
): Records {
  for (const field of ['artistId', 'mediaBundleId'] as const) {
    const asked = input[field]
    if (asked === undefined || asked === found[field]) continue
    const message = `${field} ${asked} does not belong to the other ids; theirs is ${found[field]}. Leave it out, or send that one.`
    throw new ServiceError('REFERENCE_MISMATCH', { message, details: [{ field, code: 'MISMATCH', message }] })
  }
  return found
}

async function getMediaIds(db: Db, orgId: string, mediaId: string): Promise<MediaIds> {
  const found = await findMediaIds(db, orgId, { mediaId })
  if (!found) throw notFound('MEDIA_NOT_FOUND', mediaId, 'mediaId')
  return found
}

/** A living album's id and its artist's. */
export async function getMediaBundleIds(db: Db, orgId: string, mediaBundleId: string) {
  const found = await findMediaBundleIds(db, orgId, { mediaBundleId })
  if (!found) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId, 'mediaBundleId')
  return found
}
