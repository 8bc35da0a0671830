import type { Batch, BatchCreated, BatchCreatedInFull } from '@songreel/contract'
import type { FastifyRequest } from 'fastify'
import type { CreateOptions } from '../../batches/store-batch.ts'
import { toBatchRecord } from '../../records/batch-record.ts'
import type { Services } from '../../services.ts'
import { getBatch } from '../../store/batches/batch-rows.ts'
import { listRendersOfBatches } from '../../store/renders/render-rows.ts'
import type { Db } from '../../store/schema.ts'

/** What a request for videos may be refused with, whether it names them or a pack of them. */
export const ORDER_ERRORS = [
  'STORAGE_QUOTA_EXCEEDED',
  'QUOTA_EXCEEDED',
  'URL_NOT_ALLOWED',
  'UNKNOWN_CONTENT',
  'TEMPLATE_DATA_INVALID',
  'LYRICS_INVALID',
  'MEDIA_INCOMPLETE',
  'MEDIA_BUNDLE_NOT_FOUND',
  'BRAND_NOT_FOUND',
  'DESTINATION_CREDENTIALS_NOT_FOUND',
] as const

type BatchRef = { orgId: string; batchId: string }

/** How a request wants its batch to be made, besides what it asks for. */
export function readCreateOptions({ auth, headers }: FastifyRequest): CreateOptions {
  const isFresh = /(^|[\s,])no-(cache|store)\b/i.test(headers['cache-control'] ?? '')
  return { orgId: auth.orgId, isTest: auth.isTest, isFresh }
}

/** The record of a batch. */
export async function readBatchRecord(
  { links }: Pick<Services, 'links'>,
  db: Db,
  { orgId, batchId }: BatchRef,
): Promise<Batch> {
  const batch = await getBatch(db, orgId, batchId)
  return toBatchRecord(batch, await listRendersOfBatches(db, orgId, [batchId]), links)
}

/** The full response to a create. */
export async function readFullForm(
  services: Pick<Services, 'links'>,
  db: Db,
  ref: BatchRef,
): Promise<BatchCreatedInFull> {
  const record = await readBatchRecord(services, db, ref)
  return { ...record, renders: record.renders.map(({ contentId: _, ...render }) => render) }
}

/** The short one. */
export function toShortForm(batchId: string, renders: BatchCreated['renders']): BatchCreated {
  return { batchId, renders: renders.map(({ renderId, status }) => ({ renderId, status })) }
}
