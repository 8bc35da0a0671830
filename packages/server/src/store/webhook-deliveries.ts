import type { Delivery, DeliveryQuery, Page } from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../errors.ts'
import type { Db } from '../services.ts'
import { type Condition, type List, readPage } from './read-page.ts'

const SELECT = `
  select d.delivery_id as "deliveryId", d.event_id as "eventId", e.type, e.url, e.batch_id as "batchId",
         e.render_id as "renderId", d.status, d.tries, d.next_try_at as "nextTryAt", d.created_at as "createdAt",
         d.finished_at as "finishedAt"
  from webhook_deliveries d join webhook_events e on e.event_id = d.event_id`

const LIST: List<Delivery> = {
  idKind: 'delivery',
  select: SELECT,
  idColumn: 'd.delivery_id',
  orgColumn: 'd.org_id',
  idOf: (delivery) => delivery.deliveryId,
}

/** The deliveries, newest first. */
export function listDeliveries(db: Db, orgId: string, query: DeliveryQuery): Promise<Page<Delivery>> {
  const conditions: Condition[] = []
  if (query.status !== undefined) conditions.push(sql`d.status = ${query.status}`)
  if (query.type !== undefined) conditions.push(sql`e.type = ${query.type}`)
  if (query.batchId !== undefined) conditions.push(sql`e.batch_id = ${query.batchId}`)
  return readPage(db, LIST, { orgId, query, conditions })
}

/** One delivery. */
export async function getDelivery(db: Db, orgId: string, deliveryId: string): Promise<Delivery> {
  const { rows } = await sql<Delivery>`
    ${sql.raw(SELECT)} where d.org_id = ${orgId} and d.delivery_id = ${deliveryId}
  `.execute(db)
  if (!rows[0]) throw notFound('DELIVERY_NOT_FOUND', deliveryId)
  return rows[0]
}

/** What a worker needs to try a delivery. */
export type DeliveryWork = NonNullable<Awaited<ReturnType<typeof findDeliveryWork>>>

/** A delivery together with its event. */
export function findDeliveryWork(db: Db, deliveryId: string) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_events', 'webhook_events.event_id', 'webhook_deliveries.event_id')
    .select([
      'delivery_id as deliveryId',
      'webhook_deliveries.event_id as eventId',
      'webhook_deliveries.org_id as orgId',
      'status',
      'tries',
      'type',
      'url',
      'data',
      'occasion',
      'webhook_events.created_at as createdAt',
    ])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
}
