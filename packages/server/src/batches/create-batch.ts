import type { BatchInput } from '@songreel/contract'
import type { Templates } from '@songreel/templates'
import { refuseForbiddenUrl } from '../outbound/refuse-forbidden-url.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { createAlbumBatch, isAlbumForm, refuseAlbumFields } from './create-album-batch.ts'
import { planRenders } from './plan/plan-renders.ts'
import { isReferenceForm, resolveRecords } from './plan/resolve-records.ts'
import { type BatchOrder, type CreatedBatch, type CreateOptions, storeBatch } from './store-batch.ts'

type CreateDeps = Pick<Services, 'queue' | 'storage' | 'config' | 'address'> & { templates: Templates }

/** Makes records, batch, renders and their places in the queue: one transaction, all or nothing. */
export function createBatch(
  services: CreateDeps,
  db: Db,
  input: BatchInput,
  options: CreateOptions,
): Promise<CreatedBatch> {
  if (isAlbumForm(input)) return createAlbumBatch(services, db, input, options)
  refuseAlbumFields(input)
  refuseForbiddenUrl(services.config, 'webhookUrl', input.webhookUrl)
  const planned = planRenders(services.templates, input, services.config)
  return inTransaction(db, async (transaction) => {
    const records = await resolveRecords(services, transaction, options.orgId, input)
    const { artistId, mediaBundleId, mediaId } = records
    const { ref = null, webhookUrl = null, serviceParams = null } = input
    const order: BatchOrder = {
      batch: { ref, artistId, mediaBundleId, mediaId, webhookUrl, serviceParams },
      songs: [{ records, planned }],
      status: isReferenceForm(input) ? 'COLLECTING_ASSETS' : 'PENDING',
    }
    return storeBatch(services, transaction, order, options)
  })
}
