import type {
  ListedMediaBundle,
  MediaBundle,
  MediaBundleCreated,
  MediaBundleQuery,
  Page,
} from '@songreel/contract'
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

const COLUMNS =
  'media_bundle_id as "mediaBundleId", name, artist_id as "artistId", image_asset_id as "imageAssetId", upc'

const findLive = statement<MediaBundle>(
  `select ${COLUMNS} from media_bundles where media_bundle_id = $1 and org_id = $2 and deleted_at is null`,
)
const insertUnderArtist = statement(
  // The share lock makes a deletion of the artist wait, or this wait for it and then find no artist.
  `insert into media_bundles (media_bundle_id, org_id, artist_id, name, name_key, upc, image_asset_id, created_at)
   select $1, org_id, artist_id, $4, $5, $6, $7, $8::timestamptz from artists
   where artist_id = $3 and org_id = $2 and deleted_at is null for share
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

type NewMediaBundle = { artistId: string; name: string; upc: string | null; imageAssetId: string | null }

/** Stores a new media bundle under a living artist. */
export async function insertMediaBundle(
  db: Db,
  orgId: string,
  { artistId, name, upc, imageAssetId }: NewMediaBundle,
): Promise<MediaBundleCreated> {
  const { id, createdAt } = newRecord('mediaBundle')
  const values = [id, orgId, artistId, name, foldText(name), upc, imageAssetId, createdAt]
  const rows = await insertUnderArtist(db, ...values)
  if (rows.length === 0) throw notFound('ARTIST_NOT_FOUND', artistId, 'artistId')
  return { mediaBundleId: id, name }
}

/** One living media bundle. */
export async function getMediaBundle(
  source: Source,
  orgId: string,
  mediaBundleId: string,
): Promise<MediaBundle> {
  const [bundle] = await findLive(source, mediaBundleId, orgId)
  if (!bundle) throw notFound('MEDIA_BUNDLE_NOT_FOUND', mediaBundleId)
  return bundle
}

/** The living media bundle with this id or, where there are several with this UPC, the newest. */
export function findMediaBundleIds(
  db: Db,
  orgId: string,
  key: { mediaBundleId: string } | { upc: string },
): Promise<{ artistId: string; mediaBundleId: string } | undefined> {
  const [column, value] =
    'upc' in key ? (['upc', key.upc] as const) : (['media_bundle_id', key.mediaBundleId] as const)
  return db
    .selectFrom('media_bundles')
    .select(['artist_id as artistId', 'media_bundle_id as mediaBundleId'])
    .where('org_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .where(column, '=', value)
    .orderBy('media_bundle_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Changes what is given and nothing else. */
export async function changeMediaBundle(
  db: Db,
  orgId: string,
  mediaBundleId: string,
  { artistId, name, upc, imageAssetId }: Partial<NewMediaBundle>,
): Promise<MediaBundle> {
  const nameKey = name === undefined ? undefined : foldText(name)
  const changes = assignments({
    artist_id: artistId,
    name,
    name_key: nameKey,
    upc,
    image_asset_id: imageAssetId,
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
