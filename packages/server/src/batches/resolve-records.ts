import type { BatchInput } from '@songreel/contract'
import { createArtist } from '../catalogue/artists.ts'
import type { CatalogueDeps } from '../catalogue/asset-records.ts'
import { createInlineRecords } from '../catalogue/inline-records.ts'
import { createMedia } from '../catalogue/media.ts'
import { createMediaBundle } from '../catalogue/media-bundles.ts'
import { invalidField, notFound, ServiceError } from '../errors.ts'
import type { Db } from '../services.ts'

/** The records that a batch is about. */
export type BatchRecords = { artistId: string; mediaBundleId: string; mediaId: string }

/** What a batch must know of its song. */
export type SongFacts = {
  title: string
  artist: string
  isrc: string | null
  audioAssetId: string | null
  lyricsAssetId: string | null
  videoAssetIds: string[]
}

/** The records, and the song where it is known without asking for it. */
export type ResolvedRecords = BatchRecords & { song?: SongFacts }

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
  if (input.mediaId) return agree(await getMediaRecords(db, orgId, input.mediaId), input)
  if (!media) throw invalidField('media', 'REQUIRED', 'must be sent, or mediaId of an existing song')
  const known = media.isrc && (await findMediaByIsrc(db, orgId, media.isrc))
  if (known) return known
  const album = mediaBundle?.upc ? await findBundleByUpc(db, orgId, mediaBundle.upc) : undefined
  if (artist && !album) {
    const { song, ...records } = await createInlineRecords(services, db, orgId, {
      artist,
      mediaBundle,
      media,
    })
    return { ...records, song: { ...song, title: song.name, artist: artist.name } }
  }
  const bundle = album ?? (await resolveBundle(services, db, orgId, input))
  const { artworkUrl, ...song } = media
  const made = await createMedia(
    services,
    db,
    orgId,
    { ...song, imageUrl: artworkUrl, mediaBundleId: bundle.mediaBundleId },
    (field) => `media.${field === 'imageUrl' ? 'artworkUrl' : field}`,
  )
  return { ...bundle, mediaId: made.mediaId }
}

async function resolveBundle(
  services: CatalogueDeps,
  db: Db,
  orgId: string,
  input: RecordInput,
): Promise<Omit<BatchRecords, 'mediaId'>> {
  if (input.mediaBundleId) return agree(await getBundleRecords(db, orgId, input.mediaBundleId), input)
  const { mediaBundle, media } = input
  const artistId = await resolveArtist(services, db, orgId, input)
  const { artworkUrl, ...album } = mediaBundle ?? { name: media?.name ?? '' }
  const made = await createMediaBundle(
    services,
    db,
    orgId,
    { ...album, imageUrl: artworkUrl, artistId },
    (field) => `mediaBundle.${field === 'imageUrl' ? 'artworkUrl' : field}`,
  )
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
  const { name, artworkUrl } = input.artist
  const made = await createArtist(services, db, orgId, { name, imageUrl: artworkUrl }, (field) =>
    field === 'imageUrl' ? 'artist.artworkUrl' : `artist.${field}`,
  )
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

function agree<Records extends Omit<BatchRecords, 'mediaId'>>(found: Records, input: RecordInput): Records {
  for (const field of ['artistId', 'mediaBundleId'] as const) {
    const asked = input[field]
    if (asked === undefined || asked === found[field]) continue
    const message = `${field} ${asked} does not belong to the other ids; theirs is ${found[field]}. Leave it out, or send that one.`
    throw new ServiceError('REFERENCE_MISMATCH', { message, details: [{ field, code: 'MISMATCH', message }] })
  }
  return found
}

const MEDIA_RECORDS = [
  'artist_id as artistId',
  'media_bundle_id as mediaBundleId',
  'media_id as mediaId',
] as const

async function getMediaRecords(db: Db, orgId: string, mediaId: string): Promise<BatchRecords> {
  const row = await livingMedia(db, orgId).where('media_id', '=', mediaId).executeTakeFirst()
  if (!row) throw notFound('MEDIA_NOT_FOUND', mediaId, 'mediaId')
  return row
}

async function findMediaByIsrc(db: Db, orgId: string, isrc: string): Promise<BatchRecords | undefined> {
  return livingMedia(db, orgId)
    .where('isrc', '=', isrc)
    .orderBy('media_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function livingMedia(db: Db, orgId: string) {
  return db
    .selectFrom('media')
    .select(MEDIA_RECORDS)
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
}

async function getBundleRecords(db: Db, orgId: string, mediaBundleId: string) {
  const row = await livingBundles(db, orgId).where('media_bundle_id', '=', mediaBundleId).executeTakeFirst()
  if (!row) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId, 'mediaBundleId')
  return row
}

async function findBundleByUpc(db: Db, orgId: string, upc: string) {
  return livingBundles(db, orgId)
    .where('upc', '=', upc)
    .orderBy('media_bundle_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function livingBundles(db: Db, orgId: string) {
  return db
    .selectFrom('media_bundles')
    .select(['artist_id as artistId', 'media_bundle_id as mediaBundleId'])
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
}
