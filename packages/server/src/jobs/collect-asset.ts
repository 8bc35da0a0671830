import { collectOnce } from '../assets/collect-once.ts'
import type { JobRun } from '../queue/queue.ts'
import type { Services } from '../services.ts'
import { findAssetForWork } from '../store/assets.ts'

/** Brings one asset here. Safe to run again: a final asset is left alone. */
export async function runCollectAsset(
  services: Services,
  { assetId }: { assetId: string },
  { signal, isLastAttempt }: JobRun,
): Promise<void> {
  const pending = await findAssetForWork(services.db, assetId)
  if (pending?.asset.status !== 'PENDING') return
  await collectOnce(services, pending, { signal, isLastAttempt })
}
