import type { ReleasePackDryRun, ReleasePackRequest } from '@songreel/contract'
import { toBatchRecord } from '../records/batch-record.ts'
import type { Services } from '../services.ts'
import { getBatch } from '../store/batches/batch-rows.ts'
import { listRendersOfBatches } from '../store/renders/render-rows.ts'
import { createRelease } from './create-release.ts'
import { estimateAll, estimateSecs } from './plan/estimate-work.ts'
import type { CreateOptions } from './store-batch.ts'

/** Does everything that making a release does, and rolls it back, so that the same checks apply. */
export async function dryRunRelease(
  services: Services,
  input: ReleasePackRequest & { mediaBundleId: string },
  options: CreateOptions,
): Promise<ReleasePackDryRun> {
  const { orgId } = options
  const transaction = await services.db.startTransaction().execute()
  try {
    const { batchId, planned, warnings } = await createRelease(services, transaction, input, options)
    const batch = await getBatch(transaction, orgId, batchId)
    const rows = await listRendersOfBatches(transaction, orgId, [batchId])
    const record = toBatchRecord(batch, rows, services.links)
    const { batchId: _, artistId: __, mediaBundleId: ___, mediaId: ____, ...rest } = record
    const renders = record.renders.map(({ renderId: _, ...render }, index) => ({
      ...render,
      estimateSecs: Math.round(estimateSecs(planned[index]!)),
    }))
    return { ...rest, renders, warnings, estimate: estimateAll(planned) }
  } finally {
    await transaction.rollback().execute()
  }
}
