import type { BatchDryRun, BatchInput, Warning } from '@songreel/contract'
import { toBatchRecord } from '../records/batch-record.ts'
import type { Services } from '../services.ts'
import { getBatch } from '../store/batches/batch-rows.ts'
import { listRendersOfBatches } from '../store/renders/render-rows.ts'
import { createBatch } from './create-batch.ts'
import { estimateAll } from './plan/estimate-work.ts'
import { listSettingsWarnings } from './plan/settings-warnings.ts'
import type { CreateOptions } from './store-batch.ts'

/** Does everything that creating a batch does, and rolls it back, so that the same checks apply. */
export async function dryRunBatch(
  services: Services,
  input: BatchInput,
  options: CreateOptions,
): Promise<BatchDryRun> {
  const { orgId } = options
  const transaction = await services.db.startTransaction().execute()
  try {
    const { batchId, planned, warnings } = await createBatch(services, transaction, input, options)
    const batch = await getBatch(transaction, orgId, batchId)
    const rows = await listRendersOfBatches(transaction, orgId, [batchId])
    const record = toBatchRecord(batch, rows, services.links)
    const { batchId: _, artistId: __, mediaBundleId: ___, mediaId: ____, ...rest } = record
    const renders = record.renders.map(({ renderId: _, contentId: __, ...render }) => render)
    return {
      ...rest,
      renders,
      warnings: [...listWarnings(input), ...listSettingsWarnings(input), ...warnings],
      estimate: estimateAll(planned),
    }
  } finally {
    await transaction.rollback().execute()
  }
}

function listWarnings({ artist, mediaBundle, media }: BatchInput): Warning[] {
  if (!media || media.artworkUrl || mediaBundle?.artworkUrl || artist?.artworkUrl) return []
  return [{ field: 'media.artworkUrl', message: 'No artwork is given, so a cover is drawn from the title.' }]
}
