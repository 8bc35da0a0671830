import { sql } from 'kysely'
import type { AssetRef } from '../assets.ts'
import type { Db } from '../schema.ts'
import type { Tx } from '../transaction.ts'
import { isWaiting, type Run } from './conditions.ts'

/** A parked render waits for an asset, not for a moment. */
const PARKED = sql<string>`'infinity'::timestamptz`

/** Puts a run's render aside until somebody wakes it. */
export async function parkRun(transaction: Tx, run: Run, waitingFor: string): Promise<void> {
  await transaction
    .updateTable('renders')
    .set((value) => ({
      phase: 'COLLECTING',
      progress: 1,
      eta_secs: null,
      job_id: null,
      ready_at: PARKED,
      waiting_for: waitingFor,
      fence: value('fence', '+', 1),
    }))
    .where('org_id', '=', run.orgId)
    .where('render_id', '=', run.renderId)
    .where('fence', '=', run.fence)
    .where('status', '=', 'COLLECTING_ASSETS')
    .execute()
}

/** Lets the renders that are parked for an asset wait for a worker. */
export async function wakeParkedRenders(transaction: Tx, asset: AssetRef): Promise<{ isPreview: boolean }[]> {
  const { rows } = await sql<{ isPreview: boolean }>`
    with parked as (${selectParked(asset)} order by render_id for update of renders)
    update renders set ready_at = now(), waiting_for = null from parked
    where renders.org_id = ${asset.orgId} and renders.render_id = parked.render_id
    returning is_preview as "isPreview"
  `.execute(transaction)
  return rows
}

/** Says in the renders that are parked for an asset why it is still on its way. */
export async function explainParkedRenders(db: Db, asset: AssetRef, waitingFor: string): Promise<void> {
  await sql`
    with parked as (${selectParked(asset)} order by render_id for update of renders)
    update renders set waiting_for = ${waitingFor} from parked
    where renders.org_id = ${asset.orgId} and renders.render_id = parked.render_id
  `.execute(db)
}

function selectParked({ orgId, assetId }: AssetRef) {
  return sql`
    select renders.render_id from renders
      join media on media.org_id = renders.org_id
        and (media.media_id = renders.media_id or renders.album->'mediaIds' ? media.media_id)
      join media_bundles on media_bundles.media_bundle_id = media.media_bundle_id
      join artists on artists.artist_id = media.artist_id
    where renders.org_id = ${orgId} and ${isWaiting()} and renders.ready_at = ${PARKED}
      and (${assetId} = any(media.video_asset_ids || array[media.audio_asset_id, media.lyrics_asset_id,
          media.image_asset_id, media_bundles.image_asset_id, artists.image_asset_id])
        or exists (select from brands where brands.org_id = ${orgId} and brands.asset_ids @> array[${assetId}::text]
          and (brands.brand_id in (renders.brand_id, artists.brand_id)
            or brands.brand_id in (select brand_id from organizations where org_id = ${orgId}))))`
}
