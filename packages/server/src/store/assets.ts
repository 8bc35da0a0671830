import type {
  AnimationFacts,
  Asset,
  AssetKind,
  AssetQuery,
  AssetStatus,
  FontFacts,
  LyricsFacts,
  Page,
} from '@songreel/contract'
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '../errors.ts'
import { newRecord } from './new-id.ts'
import { type Condition, type List, readPage, readText } from './read-page.ts'
import { LIMIT_REST } from './rest-limit.ts'
import type { AssetError, Db } from './schema.ts'
import { type Source, statement } from './statement.ts'
import type { Tx } from './transaction.ts'

/** What probing finds in a file; all empty until then. */
export type AssetProbe = {
  width: number | null
  height: number | null
  durationSecs: number | null
  codec: string | null
  aspectRatio: string | null
  loudness: number | null
  lyrics: LyricsFacts | null
  font: FontFacts | null
  animation: AnimationFacts | null
}

/** An asset as stored. */
export type AssetRow = AssetProbe & {
  assetId: string
  kind: AssetKind
  status: AssetStatus
  sourceUrl: string | null
  fileName: string | null
  contentType: string | null
  bytes: number | null
  sha256: string | null
  error: AssetError | null
  createdAt: string
}

/** Work that is overdue: for how long, and which of it is taken care of. */
export type Overdue = { overdueSecs: number; except: RawBuilder<unknown>; limit: number }

/** Which asset is meant. */
export type AssetRef = { orgId: string; assetId: string }

/** What a new asset is made from. */
export type NewAsset = Omit<AssetRow, 'assetId' | 'createdAt' | 'error' | FoundLater> &
  Partial<Pick<AssetRow, FoundLater>>

type FoundLater = 'lyrics' | 'font' | 'animation'

const COLUMNS = `
  asset_id as "assetId", kind, status, source_url as "sourceUrl", file_name as "fileName",
  content_type as "contentType", bytes, sha256, width, height, duration_secs as "durationSecs", codec,
  aspect_ratio as "aspectRatio", loudness, lyrics, font, animation, error, created_at as "createdAt"`

const find = statement<AssetRow>(
  `select ${COLUMNS} from assets where asset_id = any($assetIds::text[]) and org_id = $orgId`,
)

const insert = statement(
  `insert into assets (org_id, asset_id, kind, status, source_url, file_name, content_type, bytes, sha256, width, height,
     duration_secs, codec, aspect_ratio, loudness, lyrics, font, animation, created_at)
   select $orgId, a."assetId", a.kind, a.status, a."sourceUrl", a."fileName", a."contentType", a.bytes, a.sha256, a.width,
     a.height, a."durationSecs", a.codec, a."aspectRatio", a.loudness, a.lyrics, a.font, a.animation, a."createdAt"
   from json_to_recordset($assets::json) as a ("assetId" text, kind text, status text, "sourceUrl" text, "fileName" text,
     "contentType" text, bytes bigint, sha256 text, width integer, height integer, "durationSecs" float8, codec text,
     "aspectRatio" text, loudness float8, lyrics jsonb, font jsonb, animation jsonb, "createdAt" timestamptz)`,
)

const ready = statement(
  `update assets set status = 'READY', content_type = $contentType, bytes = $bytes, sha256 = $sha256, width = $width,
     height = $height, duration_secs = $durationSecs, codec = $codec, aspect_ratio = $aspectRatio, loudness = $loudness,
     lyrics = $lyrics, font = $font, animation = $animation, error = null
   where org_id = $orgId and asset_id = $assetId and status = 'PENDING'`,
)
const fail = statement(
  `update assets set status = 'FAILED', error = $error
   where org_id = $orgId and asset_id = $assetId and status = 'PENDING'`,
)
const reopenOfBatch = statement<{ assetId: string }>(
  `update assets set status = 'PENDING', error = null
   from media
     join media_bundles on media_bundles.media_bundle_id = media.media_bundle_id
     join artists on artists.artist_id = media.artist_id
   where media.media_id in (select media_id from renders where org_id = $orgId and batch_id = $batchId)
     and media.org_id = $orgId and assets.org_id = $orgId and assets.status = 'FAILED'
     and (assets.asset_id = any(media.video_asset_ids || array[media.audio_asset_id, media.lyrics_asset_id,
         media.image_asset_id, media_bundles.image_asset_id, artists.image_asset_id])
       or exists (select from brands where brands.org_id = $orgId and brands.asset_ids @> array[assets.asset_id]
         and (brands.brand_id = artists.brand_id
           or brands.brand_id in (select brand_id from organizations where org_id = $orgId)
           or brands.brand_id in (select brand_id from renders where org_id = $orgId and batch_id = $batchId))))
   returning asset_id as "assetId"`,
)
const lockPending = statement<Pick<AssetRow, 'sourceUrl'>>(
  `select source_url as "sourceUrl", ${LIMIT_REST} as rest from assets
   where org_id = $orgId and asset_id = any($assetIds::text[]) and status = 'PENDING'
   order by asset_id for share`,
)
const reopenLost = statement(
  `update assets set status = 'PENDING', sha256 = null, error = null
   where org_id = $orgId and asset_id = $assetId and status = 'READY' and source_url is not null
   returning 1`,
)
const findForWork = statement<AssetRow & { orgId: string }>(
  `select org_id as "orgId", ${COLUMNS} from assets where asset_id = $assetId`,
)

const LIST: List<AssetRow> = {
  idKind: 'asset',
  read: readText(`select ${COLUMNS} from assets`),
  from: 'assets',
  idColumn: 'asset_id',
  orgColumn: 'org_id',
  idOf: (row) => row.assetId,
}

/** Stores new assets and returns their ids, in order. */
export async function insertAssets(db: Db, orgId: string, assets: NewAsset[]): Promise<string[]> {
  if (assets.length === 0) return []
  const rows = assets.map((asset) => {
    const { id: assetId, createdAt } = newRecord('asset')
    return { ...asset, assetId, createdAt }
  })
  await insert(db, { orgId, assets: JSON.stringify(rows) })
  return rows.map((row) => row.assetId)
}

/** Those of the assets that are there. */
export function findAssets(source: Source, orgId: string, assetIds: string[]): Promise<AssetRow[]> {
  return find(source, { assetIds, orgId })
}

/** One asset as stored. */
export async function getAssetRow(source: Source, orgId: string, assetId: string): Promise<AssetRow> {
  const [row] = await findAssets(source, orgId, [assetId])
  if (!row) throw notFound('ASSET_NOT_FOUND', assetId)
  return row
}

/** One asset. */
export async function getAsset(source: Source, orgId: string, assetId: string): Promise<Asset> {
  return toAsset(await getAssetRow(source, orgId, assetId))
}

/** The assets, newest first. */
export async function listAssets(db: Db, orgId: string, query: AssetQuery): Promise<Page<Asset>> {
  const conditions: Condition[] = []
  if (query.status !== undefined) conditions.push(sql`status = ${query.status}`)
  if (query.kind !== undefined) conditions.push(sql`kind = ${query.kind}`)
  const page = await readPage(db, LIST, { orgId, query, conditions })
  return { ...page, items: page.items.map(toAsset) }
}

/** What is not known of a file is left out, so that a client need not tell null from absent. */
function toAsset(row: AssetRow): Asset {
  const {
    fileName: _,
    assetId,
    kind,
    status,
    sourceUrl,
    contentType,
    bytes,
    sha256,
    createdAt,
    ...rest
  } = row
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
  return { assetId, kind, status, sourceUrl, contentType, bytes, sha256, ...known, createdAt }
}

/** What is known of an asset once its bytes are here. */
export type FoundAsset = AssetProbe & { contentType: string; bytes: number; sha256: string }

/** Writes that an asset's bytes are here; what is final already stays as it is. */
export async function readyAsset(db: Db, ref: AssetRef, found: FoundAsset): Promise<void> {
  const lyrics = found.lyrics && JSON.stringify(found.lyrics)
  const font = found.font && JSON.stringify(found.font)
  const animation = found.animation && JSON.stringify(found.animation)
  await ready(db, { ...found, ...ref, lyrics, font, animation })
}

/** Writes that an asset cannot be had. */
export async function failAsset(db: Db, ref: AssetRef, error: AssetError): Promise<void> {
  await fail(db, { ...ref, error: JSON.stringify(error) })
}

/** Files that could not be had are asked for again: whoever retries a batch has mended their host, or hopes so. */
export async function reopenAssetsOfBatch(
  db: Db,
  batch: { orgId: string; batchId: string },
): Promise<string[]> {
  const rows = await reopenOfBatch(db, batch)
  return rows.map(({ assetId }) => assetId)
}

/** Those of the assets that are still on their way, locked against their end until the transaction ends. */
export function lockPendingAssets(
  transaction: Tx,
  orgId: string,
  assetIds: string[],
): Promise<Pick<AssetRow, 'sourceUrl'>[]> {
  return lockPending(transaction, { orgId, assetIds })
}

/** Schedules that lost bytes are fetched again; false if they are being so already. */
export async function reopenLostAsset(db: Db, orgId: string, assetId: string): Promise<boolean> {
  return (await reopenLost(db, { orgId, assetId })).length > 0
}

/** An asset whose organization is not known yet, for the job that collects it. */
export async function findAssetForWork(
  db: Db,
  assetId: string,
): Promise<{ orgId: string; asset: AssetRow } | undefined> {
  const [row] = await findForWork(db, { assetId })
  if (!row) return undefined
  const { orgId, ...asset } = row
  return { orgId, asset }
}

/** Some of the assets that have been on their way for so long and that the other SELECT does not name. */
export async function listOverdueAssets(
  db: Db,
  { overdueSecs, except, limit }: Overdue,
): Promise<AssetRef[]> {
  const { rows } = await sql<AssetRef>`
    select asset_id as "assetId", org_id as "orgId" from assets
    where asset_id in (
      select asset_id from assets
      where status = 'PENDING' and created_at < now() - make_interval(secs => ${overdueSecs})
      except ${except}
      limit ${limit})
  `.execute(db)
  return rows
}
