import { getAssetRow } from '../store/assets.ts'
import { type CollectDeps, type CollectOptions, collectAsset, type PendingAsset } from './collect-asset.ts'

/**
 * Collects an asset, unless this process is at it already: then it waits for that. A batch's render is mostly drawn
 * while its song is still on the way, and would otherwise fetch and probe it a second time.
 */
export async function collectOnce(
  services: CollectDeps,
  pending: PendingAsset,
  options: CollectOptions,
): Promise<void> {
  const { orgId, asset } = pending
  const { collections } = services.ongoing
  const other = collections.get(asset.assetId)
  if (other) {
    await untilEither(other, options.signal)
    const { status } = await getAssetRow(services.db, orgId, asset.assetId)
    if (status !== 'PENDING') return
    // The other attempt was stopped or met a transient error, so try again here.
    return collectOnce(services, pending, options)
  }
  const collecting = collectAsset(services, pending, options)
  const settled = collecting.then(ignore, ignore).finally(() => collections.delete(asset.assetId))
  collections.set(asset.assetId, settled)
  await collecting
}

function ignore(): void {}

async function untilEither(other: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await Promise.race([other, aborted])
  signal.throwIfAborted()
}
