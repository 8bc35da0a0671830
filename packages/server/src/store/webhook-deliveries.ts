import type { Delivery, DeliveryAttempt, DeliveryQuery, Page, WebhookAddress } from '@songreel/contract'
import { sql } from 'kysely'
import { notFound } from '../errors.ts'
import type { Overdue } from './assets.ts'
import { idStartAt, newId } from './new-id.ts'
import { type Condition, type List, readPage, readText } from './read-page.ts'
import type { Db } from './schema.ts'
import { onlyRow } from './statement.ts'
import type { Tx } from './transaction.ts'

const HOUR_MS = 3_600_000
const MOST_ADDRESSES = 100

const SELECT = `
  select d.delivery_id as "deliveryId", d.event_id as "eventId", e.type, e.url, e.batch_id as "batchId",
         e.render_id as "renderId", d.status, d.tries as attempts, d.next_try_at as "nextAttemptAt",
         d.created_at as "createdAt", d.finished_at as "finishedAt"
  from webhook_deliveries d join webhook_events e on e.event_id = d.event_id and e.org_id = d.org_id`

const LIST: List<Delivery> = {
  idKind: 'delivery',
  read: readText(SELECT),
  from: 'webhook_deliveries d join webhook_events e on e.event_id = d.event_id and e.org_id = d.org_id',
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

/** The addresses that events went to lately, busiest first. Identifiers begin with their time, so this is a walk down the index. */
export async function listWebhookAddresses(db: Db, orgId: string, hours: number): Promise<WebhookAddress[]> {
  const first = idStartAt('delivery', Date.now() - hours * HOUR_MS)
  const { rows } = await sql<WebhookAddress>`
    select e.url, count(*) filter (where d.status = 'DELIVERED')::int as delivered,
      count(*) filter (where d.status = 'FAILED')::int as failed,
      count(*) filter (where d.status = 'PENDING')::int as pending,
      max(d.finished_at) filter (where d.status = 'DELIVERED') as "lastDeliveredAt"
    from webhook_deliveries d join webhook_events e on e.event_id = d.event_id and e.org_id = d.org_id
    where d.org_id = ${orgId} and d.delivery_id >= ${first}
    group by e.url order by count(*) desc, e.url limit ${MOST_ADDRESSES}
  `.execute(db)
  return rows
}

/** One delivery. */
export async function getDelivery(db: Db, orgId: string, deliveryId: string): Promise<Delivery> {
  const { rows } = await sql<Delivery>`
    ${sql.raw(SELECT)} where d.org_id = ${orgId} and d.delivery_id = ${deliveryId}
  `.execute(db)
  if (!rows[0]) throw notFound('DELIVERY_NOT_FOUND', deliveryId)
  return rows[0]
}

/** Stores a new delivery of an event and returns its id. */
export async function insertDelivery(
  transaction: Tx,
  { orgId, eventId }: { orgId: string; eventId: string },
): Promise<string> {
  const deliveryId = newId('delivery')
  await transaction
    .insertInto('webhook_deliveries')
    .values({ delivery_id: deliveryId, event_id: eventId, org_id: orgId })
    .execute()
  return deliveryId
}

/** How an attempt ended, and when the next one is due. */
export type AttemptedDelivery = {
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attempts: DeliveryAttempt[]
  nextAttemptAt: Date | null
  finishedAt: Date | null
}

/** Writes an attempt down. The number of attempts before is the fence: of two workers at once, one writes. */
export async function writeAttempt(
  transaction: Tx,
  work: DeliveryWork,
  attempted: AttemptedDelivery,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('webhook_deliveries')
    .set({
      status: attempted.status,
      tries: JSON.stringify(attempted.attempts),
      next_try_at: attempted.nextAttemptAt,
      finished_at: attempted.finishedAt,
    })
    .where('org_id', '=', work.orgId)
    .where('delivery_id', '=', work.deliveryId)
    .where(sql<boolean>`jsonb_array_length(tries) = ${work.attempts.length}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What a worker needs to attempt a delivery. */
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
      'tries as attempts',
      'type',
      'url',
      'data',
      'occasion',
      'batch_id as batchId',
      'render_id as renderId',
      'webhook_events.created_at as createdAt',
    ])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
}

/** Some of the deliveries whose time came so long ago and that the other SELECT does not name. */
export async function listOverdueDeliveries(
  db: Db,
  { overdueSecs, except, limit }: Overdue,
): Promise<{ orgId: string; deliveryId: string }[]> {
  const { rows } = await sql<{ orgId: string; deliveryId: string }>`
    select delivery_id as "deliveryId", org_id as "orgId" from webhook_deliveries
    where delivery_id in (
      select delivery_id from webhook_deliveries
      where status = 'PENDING' and coalesce(next_try_at, created_at) < now() - make_interval(secs => ${overdueSecs})
      except ${except}
      limit ${limit})
  `.execute(db)
  return rows
}

/** How many deliveries of the installation are not over, and how old the oldest is. */
export async function countPendingDeliveries(db: Db): Promise<{ pending: number; oldestSecs: number }> {
  const { rows } = await sql<{ pending: number; oldestSecs: number }>`
    select count(*)::float8 as pending, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSecs"
    from webhook_deliveries where status = 'PENDING'
  `.execute(db)
  return onlyRow(rows)
}
