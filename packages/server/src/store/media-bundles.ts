import type {
  ListedMediaBundle,
  MEDIA_BUNDLE_FIELDS,
  MediaBundle,
  MediaBundleCreated,
  MediaBundleQuery,
  Page,
} from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../errors.ts'
import { assignments } from './assignments.ts'
import { dropLiving, isListed, selectDeletedAt } from './deletion.ts'
import { foldText, nameColumns } from './fold-text.ts'
import { newRecord } from './new-id.ts'
import { type Condition, type List, readPage, readText } from './read-page.ts'
import { type Kept, MEDIA_BUNDLE_COLUMNS } from './record-columns.ts'
import type { Db } from './schema.ts'
import { matchesName } from './search.ts'
import { type Source, statement } from './statement.ts'

/** What a media bundle keeps, besides its artist. */
export type MediaBundleFields = { name: string } & Kept<typeof MEDIA_BUNDLE_FIELDS>

const COLUMNS = `
  media_bundles.media_bundle_id as "mediaBundleId", media_bundles.name, media_bundles.artist_id as "artistId",
  ${MEDIA_BUNDLE_COLUMNS.selected('media_bundles')}`

const findLive = statement<MediaBundle>(
  `select ${COLUMNS} from media_bundles
   where media_bundle_id = $mediaBundleId and org_id = $orgId and deleted_at is null`,
)
const findIds = statement<BundleIds>(
  `select artist_id as "artistId", media_bundle_id as "mediaBundleId" from media_bundles
   where org_id = $orgId and media_bundle_id = $mediaBundleId and deleted_at is null`,
)
const findIdsByUpc = statement<BundleIds>(
  `select artist_id as "artistId", media_bundle_id as "mediaBundleId" from media_bundles
   where org_id = $orgId and upc = $upc and deleted_at is null
   order by media_bundle_id desc limit 1`,
)
const insertUnderArtist = statement(
  // The share lock makes a deletion of the artist wait, or this wait for it and then find no artist.
  `insert into media_bundles (media_bundle_id, org_id, artist_id, name, name_key, ${MEDIA_BUNDLE_COLUMNS.names}, created_at)
   select $mediaBundleId, org_id, artist_id, $name, $nameKey, ${MEDIA_BUNDLE_COLUMNS.values('kept')},
     $createdAt::timestamptz from artists
   where artist_id = $artistId and org_id = $orgId and deleted_at is null for share
   returning 1`,
)

type Listed = MediaBundle & { deletedAt: string | null }

const LIST: List<Listed> = {
  idKind: 'mediaBundle',
  read: readText(`select ${COLUMNS}, ${selectDeletedAt()} from media_bundles`),
  from: 'media_bundles',
  idColumn: 'media_bundle_id',
  orgColumn: 'org_id',
  idOf: (bundle) => bundle.mediaBundleId,
}

/** A media bundle's id, and its artist's. */
export type BundleIds = { artistId: string; mediaBundleId: string }

type NewMediaBundle = { artistId: string; name: string } & Partial<MediaBundleFields>

/** Stores a new media bundle under a living artist; a field that is not given is empty. */
export async function insertMediaBundle(
  db: Db,
  orgId: string,
  { artistId, name, ...given }: NewMediaBundle,
): Promise<MediaBundleCreated> {
  const { id: mediaBundleId, createdAt } = newRecord('mediaBundle')
  const kept = MEDIA_BUNDLE_COLUMNS.fill(given)
  const record = { mediaBundleId, orgId, artistId, name, nameKey: foldText(name), kept, createdAt }
  const rows = await insertUnderArtist(db, record)
  if (rows.length === 0) throw notFound('ARTIST_NOT_FOUND', artistId, 'artistId')
  return { mediaBundleId, name }
}

/** One living media bundle. */
export async function getMediaBundle(
  source: Source,
  orgId: string,
  mediaBundleId: string,
): Promise<MediaBundle> {
  const [bundle] = await findLive(source, { mediaBundleId, orgId })
  if (!bundle) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId)
  return bundle
}

/** The living media bundle with this id or, where there are several with this UPC, the newest. */
export async function findMediaBundleIds(
  db: Db,
  orgId: string,
  key: { mediaBundleId: string } | { upc: string },
): Promise<BundleIds | undefined> {
  const find = 'upc' in key ? findIdsByUpc : findIds
  const [ids] = await find(db, { orgId, ...key })
  return ids
}

/** Changes what is given and nothing else. */
export async function changeMediaBundle(
  db: Db,
  orgId: string,
  mediaBundleId: string,
  { artistId, name, ...given }: Partial<NewMediaBundle>,
): Promise<MediaBundle> {
  const changes = assignments({
    artist_id: artistId,
    ...nameColumns(name),
    ...MEDIA_BUNDLE_COLUMNS.changes(given),
  })
  if (!changes) return getMediaBundle(db, orgId, mediaBundleId)
  const { rows } = await sql<MediaBundle>`
    update media_bundles set ${changes}
    where media_bundle_id = ${mediaBundleId} and org_id = ${orgId} and deleted_at is null
    returning ${sql.raw(COLUMNS)}
  `.execute(db)
  if (!rows[0]) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId)
  return rows[0]
}

/** The living media bundles, newest first, or the deleted ones. */
export async function listMediaBundles(
  db: Db,
  orgId: string,
  query: MediaBundleQuery,
  retentionDays: number,
): Promise<Page<ListedMediaBundle>> {
  const conditions: Condition[] = [isListed(query, retentionDays)]
  if (query.artistId !== undefined) conditions.push(sql`artist_id = ${query.artistId}`)
  if (query.upc !== undefined) conditions.push(sql`upc = ${query.upc}`)
  if (query.q !== undefined) conditions.push(matchesName('media_bundles', 'upc', query.q))
  if (query.ids !== undefined) conditions.push(sql`media_bundle_id = any(${query.ids})`)
  const page = await readPage(db, LIST, { orgId, query, conditions })
  return { ...page, items: page.items.map(dropLiving) }
}
