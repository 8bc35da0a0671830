import type { BatchInput } from '@songreel/contract'
import { findTemplates, type TemplateDeps } from '../catalogue/find-templates.ts'
import { refuseForbiddenUrl } from '../outbound/refuse-forbidden-url.ts'
import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { createAlbumBatch, isAlbumForm, refuseAlbumFields } from './create-album-batch.ts'
import { planRenders } from './plan/plan-renders.ts'
import { isReferenceForm, resolveRecords } from './plan/resolve-records.ts'
import { type BatchOrder, type CreatedBatch, type CreateOptions, storeBatch } from './store-batch.ts'

type CreateDeps = Pick<Services, 'queue' | 'storage' | 'config' | 'address'> & Omit<TemplateDeps, 'db'>

/** Makes records, batch, renders and their places in the queue: one transaction, all or nothing. */
export async function createBatch(
  services: CreateDeps,
  db: Db,
  input: BatchInput,
  options: CreateOptions,
): Promise<CreatedBatch> {
  if (isAlbumForm(input)) return createAlbumBatch(services, db, input, options)
  refuseAlbumFields(input)
  refuseForbiddenUrl(services.config, 'webhookUrl', input.webhookUrl)
  const templates = await findTemplates({ ...services, db }, options.orgId)
  const planned = planRenders(templates, input, services.config)
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
