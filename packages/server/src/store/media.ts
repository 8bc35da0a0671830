import type { ListedMedia, Media, MediaCreated, MediaQuery, Page } from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../errors.ts'
import { assignments } from './assignments.ts'
import { dropLiving, isListed, selectDeletedAt } from './deletion.ts'
import { foldText } from './fold-text.ts'
import { newRecord } from './new-id.ts'
import { type Condition, type List, readPage, readText } from './read-page.ts'
import type { Db } from './schema.ts'
import { matchesName } from './search.ts'
import { type Source, statement } from './statement.ts'

/** What a media record holds besides its place: `undefined` leaves a field of an existing one. */
export type MediaFields = {
  name: string
  isrc: string | null
  imageAssetId: string | null
  audioAssetId: string | null
  lyricsAssetId: string | null
  videoAssetIds: string[]
  videositePluginId: string | null
  streamerPluginId: string | null
  storePluginId: string | null
}

/** Where a media record belongs. */
export type MediaHome = { artistId: string; mediaBundleId: string }

/** A row as it is read; the record is made from it. */
type MediaRow = Omit<Media, 'audioAssets' | 'videoAssets' | 'textAssetsIds'> & {
  audioAssetId: string | null
  lyricsAssetId: string | null
  videoAssets: Media['videoAssets'] | null
}

const COLUMNS = `
  m.name, m.media_id as "mediaId", m.artist_id as "artistId", m.media_bundle_id as "mediaBundleId", m.isrc,
    (m.deleted_at is null) as "isActive", m.audio_asset_id as "audioAssetId", m.image_asset_id as "imageAssetId",
    m.lyrics_asset_id as "lyricsAssetId", m.videosite_plugin_id as "videositePluginId",
    m.streamer_plugin_id as "streamerPluginId", m.store_plugin_id as "storePluginId",
    case when m.video_asset_ids <> '{}' then (
      select json_agg(json_build_object('aspectRatio', a.aspect_ratio, 'id', a.asset_id) order by v.place)
      from unnest(m.video_asset_ids) with ordinality as v (asset_id, place)
        join assets a on a.asset_id = v.asset_id and a.org_id = m.org_id
    ) end as "videoAssets"`

// One column instead of a dozen: describing and reading columns is what a short read spends most of its time on.
const findKept = statement<{ media: MediaRow }>(
  `select row_to_json(kept) as media from (
     select ${COLUMNS} from media m where m.media_id = $1 and m.org_id = $2
     and (m.deleted_at is null or m.deleted_at > now() - make_interval(days => $3))) kept`,
)
const insertUnderBundle = statement(
  // The share lock makes a deletion of the bundle wait, or this wait for it and then find no bundle.
  `insert into media (media_id, org_id, artist_id, media_bundle_id, name, name_key, isrc, image_asset_id,
     audio_asset_id, lyrics_asset_id, video_asset_ids, videosite_plugin_id, streamer_plugin_id, store_plugin_id,
     created_at)
   select $1, org_id, artist_id, media_bundle_id, $4, $5, $6, $7, $8, $9, $10::text[], $11, $12, $13, $14::timestamptz
   from media_bundles where media_bundle_id = $3 and org_id = $2 and deleted_at is null for share
   returning 1`,
)

type ListedRow = MediaRow & { deletedAt: string | null }

const LIST: List<ListedRow> = {
  idKind: 'media',
  read: readText(`select ${COLUMNS}, ${selectDeletedAt('m.deleted_at')} from media m`),
  from: 'media m',
  idColumn: 'm.media_id',
  orgColumn: 'm.org_id',
  idOf: (row) => row.mediaId,
}

/** Stores a new media record under a living media bundle, whose artist it takes. */
export async function insertMedia(
  db: Db,
  orgId: string,
  mediaBundleId: string,
  fields: MediaFields,
): Promise<MediaCreated> {
  const { id, createdAt } = newRecord('media')
  const rows = await insertUnderBundle(
    db,
    id,
    orgId,
    mediaBundleId,
    fields.name,
    foldText(fields.name),
    fields.isrc,
    fields.imageAssetId,
    fields.audioAssetId,
    fields.lyricsAssetId,
    fields.videoAssetIds,
    fields.videositePluginId,
    fields.streamerPluginId,
    fields.storePluginId,
    createdAt,
  )
  if (rows.length === 0) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId, 'mediaBundleId')
  return { mediaId: id, name: fields.name }
}

/** One media record; a deleted one is found, with isActive false, for as long as it is kept. */
export async function getMedia(
  source: Source,
  orgId: string,
  mediaId: string,
  retentionDays: number,
): Promise<Media> {
  const [row] = await findKept(source, mediaId, orgId, retentionDays)
  if (!row) throw notFound('MEDIA_NOT_FOUND', mediaId)
  return toMedia(row.media)
}

/** What a video needs to know of its song; the ids of its files are null where it has none. */
export type Song = NonNullable<Awaited<ReturnType<typeof findSong>>>

/** The song of a living media record. */
export function findSong(db: Db, orgId: string, mediaId: string) {
  return db
    .selectFrom('media')
    .innerJoin('artists', 'artists.artist_id', 'media.artist_id')
    .innerJoin('media_bundles', 'media_bundles.media_bundle_id', 'media.media_bundle_id')
    .select([
      'media.name as title',
      'media.isrc as isrc',
      'artists.name as artist',
      'media_bundles.name as album',
      'audio_asset_id as audioAssetId',
      'lyrics_asset_id as lyricsAssetId',
      'video_asset_ids as videoAssetIds',
      'media.image_asset_id as mediaImageId',
      'media_bundles.image_asset_id as bundleImageId',
      'artists.image_asset_id as artistImageId',
    ])
    .where('media.org_id', '=', orgId)
    .where('media_id', '=', mediaId)
    .where('media.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** A media record's id and those of what it belongs to. */
export type MediaIds = { artistId: string; mediaBundleId: string; mediaId: string }

/** The living media record with this id or, where there are several with this ISRC, the newest. */
export function findMediaIds(
  db: Db,
  orgId: string,
  key: { mediaId: string } | { isrc: string },
): Promise<MediaIds | undefined> {
  const [column, value] =
    'mediaId' in key ? (['media_id', key.mediaId] as const) : (['isrc', key.isrc] as const)
  return db
    .selectFrom('media')
    .select(['artist_id as artistId', 'media_bundle_id as mediaBundleId', 'media_id as mediaId'])
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .where(column, '=', value)
    .orderBy('media_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Changes what is given and nothing else; false when there is no such living record. */
export async function changeMedia(
  db: Db,
  orgId: string,
  mediaId: string,
  fields: Partial<MediaFields> & Partial<MediaHome>,
): Promise<boolean> {
  const changes = assignments({
    artist_id: fields.artistId,
    media_bundle_id: fields.mediaBundleId,
    name: fields.name,
    name_key: fields.name === undefined ? undefined : foldText(fields.name),
    isrc: fields.isrc,
    image_asset_id: fields.imageAssetId,
    audio_asset_id: fields.audioAssetId,
    lyrics_asset_id: fields.lyricsAssetId,
    video_asset_ids: fields.videoAssetIds,
    videosite_plugin_id: fields.videositePluginId,
    streamer_plugin_id: fields.streamerPluginId,
    store_plugin_id: fields.storePluginId,
  })
  if (!changes) return true
  const { rows } = await sql`
    update media set ${changes}
    where media_id = ${mediaId} and org_id = ${orgId} and deleted_at is null
    returning 1
  `.execute(db)
  return rows.length > 0
}

/** Gives all media of a bundle, the deleted ones as well, to its new artist. */
export async function giveMediaToArtist(
  db: Db,
  orgId: string,
  { artistId, mediaBundleId }: MediaHome,
): Promise<void> {
  await sql`
    update media set artist_id = ${artistId}
    where media_bundle_id = ${mediaBundleId} and org_id = ${orgId} and artist_id <> ${artistId}
  `.execute(db)
}

/** The media records, newest first; the deleted ones only where they are asked for. */
export async function listMedia(
  db: Db,
  orgId: string,
  query: MediaQuery,
  retentionDays: number,
): Promise<Page<ListedMedia>> {
  const kept = sql`(m.deleted_at is null or m.deleted_at > now() - make_interval(days => ${retentionDays}))`
  const isAll = query.includeDeleted && !query.deleted
  const conditions: Condition[] = [isAll ? kept : isListed(query, retentionDays, 'm')]
  if (query.artistId !== undefined) conditions.push(sql`m.artist_id = ${query.artistId}`)
  if (query.mediaBundleId !== undefined) conditions.push(sql`m.media_bundle_id = ${query.mediaBundleId}`)
  if (query.isrc !== undefined) conditions.push(sql`m.isrc = ${query.isrc}`)
  if (query.q !== undefined) conditions.push(matchesName('m', 'isrc', query.q))
  if (query.ids !== undefined) conditions.push(sql`m.media_id = any(${query.ids})`)
  const page = await readPage(db, LIST, { orgId, query, conditions })
  // Who asks for both kinds is told by isActive which is which, as ever.
  const items = page.items.map(({ deletedAt, ...row }) =>
    dropLiving({ ...toMedia(row), deletedAt: query.deleted ? deletedAt : null }),
  )
  return { ...page, items }
}

function toMedia({ audioAssetId, lyricsAssetId, videoAssets, ...row }: MediaRow): Media {
  return {
    name: row.name,
    mediaId: row.mediaId,
    artistId: row.artistId,
    mediaBundleId: row.mediaBundleId,
    isrc: row.isrc,
    isActive: row.isActive,
    audioAssets: audioAssetId === null ? {} : { DEFAULT: audioAssetId },
    videoAssets: videoAssets ?? [],
    imageAssetId: row.imageAssetId,
    textAssetsIds: lyricsAssetId === null ? {} : { LYRICS: lyricsAssetId },
    videositePluginId: row.videositePluginId,
    streamerPluginId: row.streamerPluginId,
    storePluginId: row.storePluginId,
  }
}
