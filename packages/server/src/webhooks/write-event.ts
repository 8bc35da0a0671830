import { findEventType } from '@songreel/contract'
import { deliverWebhookJob } from '../queue/all-jobs.ts'
import { toBatchRecord } from '../records/batch-record.ts'
import { toRenderRecord } from '../records/render-record.ts'
import type { Services } from '../services.ts'
import { getBatch } from '../store/batches/batch-rows.ts'
import { getOrganization } from '../store/organizations.ts'
import { getRender, listRendersOfBatches } from '../store/renders/render-rows.ts'
import type { Tx } from '../store/transaction.ts'
import { insertDelivery } from '../store/webhook-deliveries.ts'
import { insertEvent, type NewEvent } from '../store/webhook-events.ts'
import { OPEN_LINKS } from './event-links.ts'

/** How the occasion of a test event begins. */
export const TEST_OCCASION = 'test:'

type EventDeps = Pick<Services, 'queue'>

/** Writes that a render ended, in the transaction in which it did. */
export async function writeRenderEvent(
  deps: EventDeps,
  transaction: Tx,
  { orgId, renderId }: { orgId: string; renderId: string },
): Promise<void> {
  const render = await getRender(transaction, orgId, renderId)
  await writeEvent(deps, transaction, {
    orgId,
    batchId: render.batchId,
    renderId,
    occasion: `${renderId}:${render.attempt}`,
    type: findEventType('render', render.status),
    data: toRenderRecord(render, null, OPEN_LINKS),
  })
}

/** Writes that the files of a render were delivered, or could not be, in the transaction in which that became so. */
export async function writeDeliveryEvent(
  deps: EventDeps,
  transaction: Tx,
  { orgId, renderId, round }: { orgId: string; renderId: string; round: number },
): Promise<void> {
  const render = await getRender(transaction, orgId, renderId)
  await writeEvent(deps, transaction, {
    orgId,
    batchId: render.batchId,
    renderId,
    occasion: `${renderId}:delivery:${round}`,
    type: render.delivery?.status === 'DELIVERED' ? 'render.delivered' : 'render.delivery_failed',
    data: toRenderRecord(render, null, OPEN_LINKS),
  })
}

/** Writes that a batch closed; each round closes once. */
export async function writeBatchEvent(
  deps: EventDeps,
  transaction: Tx,
  { orgId, batchId }: { orgId: string; batchId: string },
): Promise<void> {
  const batch = await getBatch(transaction, orgId, batchId)
  const renders = await listRendersOfBatches(transaction, orgId, [batchId])
  await writeEvent(deps, transaction, {
    orgId,
    batchId,
    renderId: null,
    occasion: `${batchId}:${batch.round}`,
    type: findEventType('batch', batch.status),
    data: toBatchRecord(batch, renders, OPEN_LINKS),
  })
}

/**
 * The outbox row, its delivery and the job that carries it: together or not at all. It goes to the address that is given,
 * else to the batch's own, else to the organization's. Without an address no event is written.
 */
export async function writeEvent(
  { queue }: EventDeps,
  transaction: Tx,
  event: NewEvent,
  givenUrl?: string,
): Promise<string | undefined> {
  const { orgId, batchId } = event
  const url =
    givenUrl ??
    (batchId && (await getBatch(transaction, orgId, batchId)).webhookUrl) ??
    (await getOrganization(transaction, orgId)).webhookUrl
  if (!url) return undefined
  const eventId = await insertEvent(transaction, event, url)
  return enqueueDelivery({ queue }, transaction, { orgId, eventId })
}

/** Queues one delivery of an event and returns its id. */
export async function enqueueDelivery(
  { queue }: EventDeps,
  transaction: Tx,
  { orgId, eventId }: { orgId: string; eventId: string },
): Promise<string> {
  const deliveryId = await insertDelivery(transaction, { orgId, eventId })
  await queue.enqueue(transaction, deliverWebhookJob, { deliveryId }, { orgId })
  return deliveryId
}
