import type { ListedMedia, MEDIA_FIELDS, Media, MediaCreated, MediaQuery, Page } from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../errors.ts'
import { assignments } from './assignments.ts'
import { dropLiving, isListed, selectDeletedAt } from './deletion.ts'
import { foldText, nameColumns } from './fold-text.ts'
import { newRecord } from './new-id.ts'
import { type Condition, type List, readPage, readText } from './read-page.ts'
import { type Kept, MEDIA_COLUMNS } from './record-columns.ts'
import type { Db } from './schema.ts'
import { matchesName } from './search.ts'
import { type Source, statement } from './statement.ts'

/** What a media record keeps, besides its place. */
export type MediaFields = { name: string } & Kept<typeof MEDIA_FIELDS>

/** Where a media record belongs. */
export type MediaHome = { artistId: string; mediaBundleId: string }

/** A row as it is read; the record is made from it. */
type MediaRow = Omit<Media, 'audioAssets' | 'videoAssets' | 'textAssetsIds'> & {
  audioAssetId: string | null
  lyricsAssetId: string | null
  videoAssets: Media['videoAssets'] | null
}

const COLUMNS = `
  m.name, m.media_id as "mediaId", m.artist_id as "artistId", m.media_bundle_id as "mediaBundleId",
    (m.deleted_at is null) as "isActive", ${MEDIA_COLUMNS.selected('m')},
    case when m.video_asset_ids <> '{}' then (
      select json_agg(json_build_object('aspectRatio', a.aspect_ratio, 'id', a.asset_id) order by v.place)
      from unnest(m.video_asset_ids) with ordinality as v (asset_id, place)
        join assets a on a.asset_id = v.asset_id and a.org_id = m.org_id
    ) end as "videoAssets"`

// One column instead of a dozen: describing and reading columns is what a short read spends most of its time on.
const findKept = statement<{ media: MediaRow }>(
  `select row_to_json(kept) as media from (
     select ${COLUMNS} from media m where m.media_id = $mediaId and m.org_id = $orgId
     and (m.deleted_at is null or m.deleted_at > now() - make_interval(days => $retentionDays))) kept`,
)
const insertUnderBundle = statement(
  // The share lock makes a deletion of the bundle wait, or this wait for it and then find no bundle.
  `insert into media (media_id, org_id, artist_id, media_bundle_id, name, name_key, ${MEDIA_COLUMNS.names}, created_at)
   select $mediaId, org_id, artist_id, media_bundle_id, $name, $nameKey, ${MEDIA_COLUMNS.values('kept')},
     $createdAt::timestamptz
   from media_bundles where media_bundle_id = $mediaBundleId and org_id = $orgId and deleted_at is null for share
   returning 1`,
)
const findLiveSong = statement<Song>(
  `select m.name as title, m.isrc, artists.name as artist, media_bundles.name as album,
     m.audio_asset_id as "audioAssetId", m.lyrics_asset_id as "lyricsAssetId", m.video_asset_ids as "videoAssetIds",
     m.image_asset_id as "mediaImageId", media_bundles.image_asset_id as "bundleImageId",
     artists.image_asset_id as "artistImageId"
   from media m join artists on artists.artist_id = m.artist_id
     join media_bundles on media_bundles.media_bundle_id = m.media_bundle_id
   where m.org_id = $orgId and m.media_id = $mediaId and m.deleted_at is null`,
)
const findIds = statement<MediaIds>(
  `select artist_id as "artistId", media_bundle_id as "mediaBundleId", media_id as "mediaId" from media
   where org_id = $orgId and media_id = $mediaId and deleted_at is null`,
)
const findIdsByIsrc = statement<MediaIds>(
  `select artist_id as "artistId", media_bundle_id as "mediaBundleId", media_id as "mediaId" from media
   where org_id = $orgId and isrc = $isrc and deleted_at is null
   order by media_id desc limit 1`,
)
const giveToArtist = statement(
  `update media set artist_id = $artistId
   where media_bundle_id = $mediaBundleId and org_id = $orgId and artist_id <> $artistId`,
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

/** Stores a new media record under a living media bundle, whose artist it takes; a field that is not given is empty. */
export async function insertMedia(
  db: Db,
  orgId: string,
  mediaBundleId: string,
  { name, ...given }: Pick<MediaFields, 'name'> & Partial<MediaFields>,
): Promise<MediaCreated> {
  const { id: mediaId, createdAt } = newRecord('media')
  const kept = MEDIA_COLUMNS.fill(given)
  const record = { mediaId, orgId, mediaBundleId, name, nameKey: foldText(name), kept, createdAt }
  const rows = await insertUnderBundle(db, record)
  if (rows.length === 0) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId, 'mediaBundleId')
  return { mediaId, name }
}

/** One media record; a deleted one is found, with isActive false, for as long as it is kept. */
export async function getMedia(
  source: Source,
  orgId: string,
  mediaId: string,
  retentionDays: number,
): Promise<Media> {
  const [row] = await findKept(source, { mediaId, orgId, retentionDays })
  if (!row) throw notFound('MEDIA_NOT_FOUND', mediaId)
  return toMedia(row.media)
}

/** What a video needs to know of its song; the ids of its files are null where it has none. */
export type Song = {
  title: string
  isrc: string | null
  artist: string
  album: string
  audioAssetId: string | null
  lyricsAssetId: string | null
  videoAssetIds: string[]
  mediaImageId: string | null
  bundleImageId: string | null
  artistImageId: string | null
}

/** The song of a living media record. */
export async function findSong(db: Db, orgId: string, mediaId: string): Promise<Song | undefined> {
  const [song] = await findLiveSong(db, { orgId, mediaId })
  return song
}

/** A media record's id and those of what it belongs to. */
export type MediaIds = { artistId: string; mediaBundleId: string; mediaId: string }

/** The living media record with this id or, where there are several with this ISRC, the newest. */
export async function findMediaIds(
  db: Db,
  orgId: string,
  key: { mediaId: string } | { isrc: string },
): Promise<MediaIds | undefined> {
  const find = 'mediaId' in key ? findIds : findIdsByIsrc
  const [ids] = await find(db, { orgId, ...key })
  return ids
}

/** Changes what is given and nothing else; false when there is no such living record. */
export async function changeMedia(
  db: Db,
  orgId: string,
  mediaId: string,
  { artistId, mediaBundleId, name, ...given }: Partial<MediaFields & MediaHome>,
): Promise<boolean> {
  const changes = assignments({
    artist_id: artistId,
    media_bundle_id: mediaBundleId,
    ...nameColumns(name),
    ...MEDIA_COLUMNS.changes(given),
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
export async function giveMediaToArtist(db: Db, orgId: string, home: MediaHome): Promise<void> {
  await giveToArtist(db, { ...home, orgId })
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
    ...MEDIA_COLUMNS.pickTexts(row),
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
