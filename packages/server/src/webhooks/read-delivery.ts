import type { Delivery } from '@songreel/contract'
import type { Services } from '../services.ts'
import { findDeliveryWork, getDelivery } from '../store/webhook-deliveries.ts'
import { buildEventBody } from './event-body.ts'

/** One delivery of an organization, together with the body that is sent. */
export async function readDelivery(
  { db, links }: Pick<Services, 'db' | 'links'>,
  orgId: string,
  deliveryId: string,
): Promise<Delivery> {
  const delivery = await getDelivery(db, orgId, deliveryId)
  const work = await findDeliveryWork(db, delivery.deliveryId)
  return { ...delivery, ...(work && { event: buildEventBody(work, links) }) }
}
