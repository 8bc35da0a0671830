import { type RawBuilder, sql, type Transaction } from 'kysely'
import { crashPoint } from '../crash-point.ts'
import type { Queue } from '../queue/queue.ts'
import type { Db, Services } from '../services.ts'
import { limitRest } from '../store/rest-limit.ts'
import type { Database } from '../store/schema.ts'
import { enqueueRenders } from './enqueue-renders.ts'
import type { Run } from './run-progress.ts'

/** A parked render waits for an asset, not for a moment; whoever ends the asset's collection wakes it. */
const PARKED = sql<string>`'infinity'::timestamptz`

type Asset = { orgId: string; assetId: string }

/**
 * Puts a render aside until its files are here, so that a host that does not respond holds no slot of the workers. False:
 * no file is on its way, and the run goes on.
 */
export function parkRender(
  { db }: Pick<Services, 'db'>,
  run: Run & { orgId: string },
  assetIds: string[],
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // The lock makes an asset that ends at this moment wait, and then find the parked render.
    const pending = await transaction
      .selectFrom('assets')
      .select(['source_url as sourceUrl', limitRest.as('rest')])
      .where('org_id', '=', run.orgId)
      .where('asset_id', 'in', assetIds)
      .where('status', '=', 'PENDING')
      .orderBy('asset_id')
      .forShare()
      .execute()
    if (pending.length === 0) return false
    const sources = pending.map(({ sourceUrl }) => (sourceUrl && URL.parse(sourceUrl)?.host) ?? 'an upload')
    await transaction
      .updateTable('renders')
      .set((value) => ({
        phase: 'COLLECTING',
        progress: 1,
        eta_secs: null,
        job_id: null,
        ready_at: PARKED,
        waiting_for: `files from ${[...new Set(sources)].join(', ')}`,
        fence: value('fence', '+', 1),
      }))
      .where('render_id', '=', run.renderId)
      .where('fence', '=', run.fence)
      .where('status', '=', 'COLLECTING_ASSETS')
      .execute()
    await crashPoint('render-parked')
    return true
  })
}

/** Puts the renders that wait for an asset back in line, in the transaction that ends its collection. */
export async function wakeRenders(
  queue: Queue,
  transaction: Transaction<Database>,
  asset: Asset,
): Promise<void> {
  const { rows } = await sql<{ isPreview: boolean }>`
    with parked as (${parkedFor(asset)} order by render_id for update of renders)
    update renders set ready_at = now(), waiting_for = null from parked
    where renders.render_id = parked.render_id
    returning is_preview as "isPreview"
  `.execute(transaction)
  await enqueueRenders(queue, transaction, asset.orgId, rows)
}

/** Says in the renders that wait for an asset why it is still on its way. */
export async function explainWait(db: Db, asset: Asset, waitingFor: string): Promise<void> {
  await sql`
    with parked as (${parkedFor(asset)} order by render_id for update of renders)
    update renders set waiting_for = ${waitingFor} from parked where renders.render_id = parked.render_id
  `.execute(db)
}

function parkedFor({ orgId, assetId }: Asset): RawBuilder<unknown> {
  return sql`
    select renders.render_id from renders
      join batches using (batch_id)
      join media using (media_id)
      join media_bundles on media_bundles.media_bundle_id = batches.media_bundle_id
      join artists on artists.artist_id = batches.artist_id
    where renders.org_id = ${orgId} and renders.status in ('PENDING', 'COLLECTING_ASSETS')
      and renders.job_id is null and renders.ready_at = ${PARKED}
      and ${assetId} = any(media.video_asset_ids || array[media.audio_asset_id, media.lyrics_asset_id,
        media.image_asset_id, media_bundles.image_asset_id, artists.image_asset_id])`
}
