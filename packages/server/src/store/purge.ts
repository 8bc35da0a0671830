import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'
import { onlyRow } from './statement.ts'
import type { Tx } from './transaction.ts'

/** How old something must be, and how much goes at once. */
export type Purge = { olderThanSecs: number; limit: number }

type Deletion = (purge: Purge) => RawBuilder<unknown>

const before = (secs: number) => sql`now() - make_interval(secs => ${secs})`

/**
 * What goes by its age alone, each some rows at a time: from the bottom up, so that no row goes that another still names.
 * While batches and renders stay, so do the records that they name.
 */
export const DELETIONS = {
  deliveries: ({ olderThanSecs, limit }) => sql`
    delete from webhook_deliveries where delivery_id in (
      select delivery_id from webhook_deliveries
      where status <> 'PENDING' and finished_at < ${before(olderThanSecs)} limit ${limit})`,
  events: ({ olderThanSecs, limit }) => sql`
    delete from webhook_events where event_id in (
      select event_id from webhook_events
      where created_at < ${before(olderThanSecs)}
        and not exists (select from webhook_deliveries where webhook_deliveries.event_id = webhook_events.event_id)
      limit ${limit})`,
  // With their renders, which are named by nothing that does not name the batch.
  batches: ({ olderThanSecs, limit }) => sql`
    with old as materialized (
      select batch_id from batches as batch
      where finished_at < ${before(olderThanSecs)}
        and not exists (select from webhook_events where webhook_events.batch_id = batch.batch_id)
        and not exists (select from shares where shares.batch_id = batch.batch_id)
        and not exists (
          select from renders join share_renders using (render_id) where renders.batch_id = batch.batch_id)
      order by finished_at limit ${limit} for update skip locked),
    gone as (delete from renders using old where renders.batch_id = old.batch_id)
    delete from batches using old where batches.batch_id = old.batch_id`,
  outputs: ({ olderThanSecs, limit }) => sql`
    delete from outputs where output_id in (
      select output_id from outputs as output
      where deleted_at < ${before(olderThanSecs)}
        and not exists (select from renders where renders.output_id = output.output_id)
      limit ${limit})`,
  media: ({ olderThanSecs, limit }) => sql`
    delete from media where media_id in (
      select media_id from media
      where deleted_at < ${before(olderThanSecs)}
        and not exists (select from batches where batches.media_id = media.media_id)
        and not exists (select from renders where renders.media_id = media.media_id)
      limit ${limit} for update skip locked)`,
  mediaBundles: ({ olderThanSecs, limit }) => sql`
    delete from media_bundles where media_bundle_id in (
      select media_bundle_id from media_bundles as bundle
      where deleted_at < ${before(olderThanSecs)}
        and not exists (select from media where media.media_bundle_id = bundle.media_bundle_id)
        and not exists (select from batches where batches.media_bundle_id = bundle.media_bundle_id)
      limit ${limit} for update skip locked)`,
  artists: ({ olderThanSecs, limit }) => sql`
    delete from artists where artist_id in (
      select artist_id from artists as artist
      where deleted_at < ${before(olderThanSecs)}
        and not exists (select from media_bundles where media_bundles.artist_id = artist.artist_id)
        and not exists (select from media where media.artist_id = artist.artist_id)
        and not exists (select from batches where batches.artist_id = artist.artist_id)
      limit ${limit} for update skip locked)`,
  plugins: ({ olderThanSecs, limit }) => sql`
    delete from plugins where plugin_id in (
      select plugin_id from plugins
      where created_at < ${before(olderThanSecs)}
        and not exists (select from media where videosite_plugin_id = plugin_id)
        and not exists (select from media where streamer_plugin_id = plugin_id)
        and not exists (select from media where store_plugin_id = plugin_id)
      limit ${limit})`,
  // An organization's own tokens stay known: a setting that was forgotten must not bring one back.
  keys: ({ olderThanSecs, limit }) => sql`
    delete from tokens where key_id in (
      select key_id from tokens
      where kind <> 'OWNER' and least(revoked_at, expires_at) < ${before(olderThanSecs)} limit ${limit})`,
  shares: ({ olderThanSecs, limit }) => sql`
    delete from shares where share_id in (
      select share_id from shares where least(revoked_at, expires_at) < ${before(olderThanSecs)} limit ${limit})`,
  webhookSecrets: ({ olderThanSecs, limit }) => sql`
    delete from webhook_secrets where (org_id, secret) in (
      select org_id, secret from webhook_secrets where ends_at < ${before(olderThanSecs)} limit ${limit})`,
  fileNames: ({ olderThanSecs, limit }) => sql`
    delete from file_names where (org_id, name) in (
      select org_id, name from file_names
      where taken_at < ${before(olderThanSecs)} limit ${limit} for update skip locked)`,
  idempotencyKeys: ({ olderThanSecs, limit }) => sql`
    delete from idempotency_keys where (org_id, key) in (
      select org_id, key from idempotency_keys where created_at < ${before(olderThanSecs)} limit ${limit})`,
  workers: ({ olderThanSecs, limit }) => sql`
    delete from workers where worker_id in (
      select worker_id from workers where seen_at < ${before(olderThanSecs)} limit ${limit})`,
  usageEntries: ({ olderThanSecs, limit }) => sql`
    delete from usage_entries where render_id in (
      select render_id from usage_entries where ended_at < ${before(olderThanSecs)} limit ${limit})`,
} as const satisfies Record<string, Deletion>

/** Deletes some rows; returns how many. */
export async function deleteSome(db: Db, deletion: Deletion, purge: Purge): Promise<number> {
  const { numAffectedRows } = await deletion(purge).execute(db)
  return Number(numAffectedRows ?? 0)
}

/** A deleted record that a batch names stays as a name; its files and links are given up, unless a render still waits for them. */
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
  return Math.max(...[media, bundles, artists].map(({ numAffectedRows }) => Number(numAffectedRows ?? 0)))
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
    or exists (select from artists where image_asset_id = ${id}))`
}
