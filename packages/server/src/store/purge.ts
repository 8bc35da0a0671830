import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'
import { onlyRow } from './statement.ts'
import type { Tx } from './transaction.ts'

/** How old something must be, and how much goes at once. */
export type Purge = { olderThanSecs: number; limit: number }

type Deletion = (purge: Purge) => RawBuilder<unknown>

const before = (secs: number) => sql`now() - make_interval(secs => ${secs})`

/**
 * Deletes the oldest rows of a table. They are found in the order of their age, which an index has, and deleted by their
 * place: where a statement joins a table with itself, PostgreSQL may read all of it for every part that goes. The limit
 * stands in the text, because a plan for any limit expects a tenth of the table.
 */
function oldest(table: string, age: RawBuilder<unknown>, ...conditions: RawBuilder<unknown>[]): Deletion {
  return ({ olderThanSecs, limit }) => sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} as old
      where ${sql.join([sql`${age} < ${before(olderThanSecs)}`, ...conditions], sql` and `)}
      order by ${age} limit ${sql.lit(limit)} for update skip locked))`
}

/**
 * That no row of another table names the old one. `offset 0` makes PostgreSQL look that up row by row, by the index: it
 * expects nearly all to be named, and would read the other table as a whole to find the few that are not.
 */
function isUnnamed(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`not exists (select from ${rows} offset 0)`
}

/**
 * What goes by its age alone, each some rows at a time: from the bottom up, so that no row goes that another still names.
 * While batches and renders stay, so do the records that they name.
 */
export const DELETIONS = {
  deliveries: oldest('webhook_deliveries', sql`finished_at`, sql`status <> 'PENDING'`),
  events: oldest(
    'webhook_events',
    sql`created_at`,
    isUnnamed(sql`webhook_deliveries where webhook_deliveries.event_id = old.event_id`),
  ),
  // With their renders, which are named by nothing that does not name the batch. A batch may have hundreds: they are what is
  // limited and counted, so that no part takes longer than a statement may.
  batches: ({ olderThanSecs, limit }) => sql`
    with old as materialized (
      select batch_id, total, finished_at from batches as old
      where finished_at < ${before(olderThanSecs)}
        and ${isUnnamed(sql`webhook_events where webhook_events.batch_id = old.batch_id`)}
        and ${isUnnamed(sql`shares where shares.batch_id = old.batch_id`)}
        and ${isUnnamed(sql`renders join share_renders using (render_id) where renders.batch_id = old.batch_id`)}
      order by finished_at limit ${sql.lit(limit)} for update skip locked),
    few as materialized (
      select batch_id from (
        select batch_id, sum(total) over (order by finished_at, batch_id) - total as earlier from old) as counted
      where earlier < ${sql.lit(limit)}),
    gone as (delete from batches where batch_id = any(array(select batch_id from few)))
    delete from renders where batch_id = any(array(select batch_id from few))`,
  outputs: oldest(
    'outputs',
    sql`deleted_at`,
    isUnnamed(sql`renders where renders.output_id = old.output_id`),
  ),
  media: oldest(
    'media',
    sql`deleted_at`,
    isUnnamed(sql`batches where batches.media_id = old.media_id`),
    isUnnamed(sql`renders where renders.media_id = old.media_id`),
  ),
  mediaBundles: oldest(
    'media_bundles',
    sql`deleted_at`,
    isUnnamed(sql`media where media.media_bundle_id = old.media_bundle_id`),
    isUnnamed(sql`batches where batches.media_bundle_id = old.media_bundle_id`),
  ),
  artists: oldest(
    'artists',
    sql`deleted_at`,
    isUnnamed(sql`media_bundles where media_bundles.artist_id = old.artist_id`),
    isUnnamed(sql`media where media.artist_id = old.artist_id`),
    isUnnamed(sql`batches where batches.artist_id = old.artist_id`),
  ),
  // One that an order still names is worn by it; who else has it is seen to by emptyDeletedRecords.
  brands: oldest(
    'brands',
    sql`deleted_at`,
    isUnnamed(sql`artists where artists.brand_id = old.brand_id`),
    isUnnamed(sql`organizations where organizations.brand_id = old.brand_id`),
    isUnnamed(sql`renders join batches using (batch_id)
      where renders.brand_id = old.brand_id and batches.finished_at is null`),
  ),
  // Only what they look like goes: the id of a look is not given out again. One that an order still names is needed for it.
  looks: ({ olderThanSecs, limit }) => sql`
    update looks set definition = null where ctid = any(array(
      select ctid from looks as old
      where hidden_at < ${before(olderThanSecs)} and definition is not null
        and ${isUnnamed(sql`batches join renders using (batch_id)
          where batches.org_id = old.org_id and batches.finished_at is null and renders.content_id = old.content_id`)}
      order by hidden_at limit ${sql.lit(limit)} for update skip locked))`,
  plugins: oldest(
    'plugins',
    sql`created_at`,
    isUnnamed(sql`media where videosite_plugin_id = old.plugin_id`),
    isUnnamed(sql`media where streamer_plugin_id = old.plugin_id`),
    isUnnamed(sql`media where store_plugin_id = old.plugin_id`),
  ),
  // An organization's own tokens stay known: a setting that was forgotten must not bring one back.
  keys: oldest('tokens', sql`least(revoked_at, expires_at)`, sql`kind <> 'OWNER'`),
  shares: oldest('shares', sql`least(revoked_at, expires_at)`),
  webhookSecrets: oldest('webhook_secrets', sql`ends_at`),
  fileNames: oldest('file_names', sql`taken_at`),
  idempotencyKeys: oldest('idempotency_keys', sql`created_at`),
  workers: oldest('workers', sql`seen_at`),
  segmentClaims: oldest('segment_claims', sql`seen_at`),
  renderHelpers: oldest('render_helpers', sql`ended_at`),
  usageEntries: oldest('usage_entries', sql`ended_at`),
} as const satisfies Record<string, Deletion>

/** Deletes some rows; returns how many. */
export async function deleteSome(db: Db, deletion: Deletion, purge: Purge): Promise<number> {
  const { numAffectedRows } = await deletion(purge).execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * A deleted record that a batch names stays as a name; its files and links are given up, unless a render still waits for
 * them. Who has a brand that is deleted for good has none.
 */
export async function emptyDeletedRecords(db: Db, { olderThanSecs, limit }: Purge): Promise<number> {
  const media = await sql`
    update media set image_asset_id = null, audio_asset_id = null, lyrics_asset_id = null, video_asset_ids = '{}',
      videosite_plugin_id = null, streamer_plugin_id = null, store_plugin_id = null
    where media_id in (
      select media_id from media
      where deleted_at < ${before(olderThanSecs)}
        and (num_nonnulls(image_asset_id, audio_asset_id, lyrics_asset_id, videosite_plugin_id, streamer_plugin_id,
          store_plugin_id) > 0 or video_asset_ids <> '{}')
        and ${isAtRest(sql`media_id`, sql`media.media_id`)}
      limit ${limit} for update skip locked)`.execute(db)
  const bundles = await sql`
    update media_bundles set image_asset_id = null where media_bundle_id in (
      select media_bundle_id from media_bundles
      where deleted_at < ${before(olderThanSecs)} and image_asset_id is not null
        and ${isAtRest(sql`media_bundle_id`, sql`media_bundles.media_bundle_id`)}
      limit ${limit} for update skip locked)`.execute(db)
  const artists = await sql`
    update artists set image_asset_id = null where artist_id in (
      select artist_id from artists
      where deleted_at < ${before(olderThanSecs)} and image_asset_id is not null
        and ${isAtRest(sql`artist_id`, sql`artists.artist_id`)}
      limit ${limit} for update skip locked)`.execute(db)
  const branded = await sql`
    update artists set brand_id = null where artist_id in (
      select artist_id from artists join brands using (brand_id)
      where brands.deleted_at < ${before(olderThanSecs)} limit ${limit} for update of artists skip locked)`.execute(
    db,
  )
  await sql`
    update organizations set brand_id = null from brands
    where brands.brand_id = organizations.brand_id and brands.deleted_at < ${before(olderThanSecs)}`.execute(
    db,
  )
  const changed = [media, bundles, artists, branded]
  return Math.max(...changed.map(({ numAffectedRows }) => Number(numAffectedRows ?? 0)))
}

/** No render of any of the songs is under way. */
function isAtRest(column: RawBuilder<unknown>, value: RawBuilder<unknown>) {
  return sql`not exists (
    select from media as song join renders on renders.media_id = song.media_id
      join batches on batches.batch_id = renders.batch_id
    where song.${column} = ${value} and batches.finished_at is null)`
}

/** What came of a part of the assets: up to which it was looked at, and which bytes lost a name. */
export type PurgedAssets = { lastId: string | null; seen: number; files: { orgId: string; sha256: string }[] }

/**
 * Deletes those of the next old assets that no record names, nor one with the same bytes: an upload stays while what was
 * made from it is in use.
 */
export async function purgeAssets(
  transaction: Tx,
  { olderThanSecs, limit, afterId }: Purge & { afterId: string },
): Promise<PurgedAssets> {
  const { rows } = await sql<PurgedAssets>`
    with old as materialized (
      select asset_id from assets where asset_id > ${afterId} and created_at < ${before(olderThanSecs)}
      order by asset_id limit ${limit}),
    gone as (
      delete from assets as asset using old
      where asset.asset_id = old.asset_id and not ${isNamed('asset')}
        and not exists (
          select from assets as twin
          where twin.org_id = asset.org_id and twin.sha256 = asset.sha256 and twin.asset_id <> asset.asset_id
            and ${isNamed('twin')})
      returning asset.org_id, asset.sha256)
    select (select max(asset_id) from old) as "lastId", (select count(*)::int from old) as seen,
      (select coalesce(json_agg(distinct jsonb_build_object('orgId', org_id, 'sha256', sha256)), '[]')
        from gone where sha256 is not null) as files
  `.execute(transaction)
  return onlyRow(rows)
}

function isNamed(alias: string) {
  const id = sql.ref(`${alias}.asset_id`)
  return sql`(
    exists (select from media where audio_asset_id = ${id}) or exists (select from media where image_asset_id = ${id})
    or exists (select from media where lyrics_asset_id = ${id})
    or exists (select from media where video_asset_ids <> '{}' and video_asset_ids @> array[${id}])
    or exists (select from media_bundles where image_asset_id = ${id})
    or exists (select from artists where image_asset_id = ${id})
    or exists (select from brands where asset_ids @> array[${id}]))`
}
