import type { WebhookEventType } from '@songreel/contract'
import type { Transaction } from 'kysely'
import { toBatchRecord } from '../batches/batch-record.ts'
import { toRenderRecord } from '../batches/render-record.ts'
import { deliverWebhookJob } from '../queue/all-jobs.ts'
import type { Services } from '../services.ts'
import { getBatch, getRender, listRendersOfBatches } from '../store/batches.ts'
import { newId } from '../store/new-id.ts'
import type { Database } from '../store/schema.ts'
import { OPEN_LINKS } from './event-links.ts'

/** How the occasion of a test event begins. */
export const TEST_OCCASION = 'test:'

type EventDeps = Pick<Services, 'queue'>
type NewEvent = {
  orgId: string
  batchId: string | null
  renderId: string | null
  /** What makes this telling the only one: the same occasion is never written twice. */
  occasion: string
  type: WebhookEventType
  /** Instead of the batch's or the organization's address. */
  url?: string
  data: object
}

/** Writes that a render ended, in the transaction in which it did. */
export async function writeRenderEvent(
  deps: EventDeps,
  transaction: Transaction<Database>,
  renderId: string,
): Promise<void> {
  const { org_id: orgId } = await transaction
    .selectFrom('renders')
    .select('org_id')
    .where('render_id', '=', renderId)
    .executeTakeFirstOrThrow()
  const render = await getRender(transaction, orgId, renderId)
  const status = render.status.toLowerCase() as 'completed' | 'failed' | 'canceled'
  await writeEvent(deps, transaction, {
    orgId,
    batchId: render.batchId,
    renderId,
    occasion: `${renderId}:${render.attempt}`,
    type: `render.${status}`,
    data: toRenderRecord(render, null, OPEN_LINKS),
  })
}

/** Writes that a batch closed; each round closes once. */
export async function writeBatchEvent(
  deps: EventDeps,
  transaction: Transaction<Database>,
  batchId: string,
): Promise<void> {
  const { org_id: orgId } = await transaction
    .selectFrom('batches')
    .select('org_id')
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  const batch = await getBatch(transaction, orgId, batchId)
  const renders = await listRendersOfBatches(transaction, [batchId])
  await writeEvent(deps, transaction, {
    orgId,
    batchId,
    renderId: null,
    occasion: `${batchId}:${batch.round}`,
    type: `batch.${batch.status.toLowerCase()}` as WebhookEventType,
    data: toBatchRecord(batch, renders, OPEN_LINKS),
  })
}

/** The outbox row, its delivery and the job that carries it: together or not at all. No address, no event. */
export async function writeEvent(
  { queue }: EventDeps,
  transaction: Transaction<Database>,
  event: NewEvent,
): Promise<string | undefined> {
  const url = event.url ?? (await findAddress(transaction, event))
  if (!url) return undefined
  const eventId = newId('event')
  await transaction
    .insertInto('webhook_events')
    .values({
      event_id: eventId,
      org_id: event.orgId,
      batch_id: event.batchId,
      render_id: event.renderId,
      occasion: event.occasion,
      type: event.type,
      url,
      data: JSON.stringify(event.data),
    })
    .execute()
  return enqueueDelivery({ queue }, transaction, { orgId: event.orgId, eventId })
}

/** Puts one delivery of an event in line and tells its id. */
export async function enqueueDelivery(
  { queue }: EventDeps,
  transaction: Transaction<Database>,
  { orgId, eventId }: { orgId: string; eventId: string },
): Promise<string> {
  const deliveryId = newId('delivery')
  await transaction
    .insertInto('webhook_deliveries')
    .values({ delivery_id: deliveryId, event_id: eventId, org_id: orgId })
    .execute()
  await queue.enqueue(transaction, deliverWebhookJob, { deliveryId }, { orgId })
  return deliveryId
}

/** A batch's own address takes its events; without one the organization's does. */
async function findAddress(
  transaction: Transaction<Database>,
  { orgId, batchId }: NewEvent,
): Promise<string | null> {
  const organization = await transaction
    .selectFrom('organizations')
    .select('webhook_url')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  if (batchId === null) return organization.webhook_url
  const batch = await transaction
    .selectFrom('batches')
    .select('webhook_url')
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
  return batch.webhook_url ?? organization.webhook_url
}
