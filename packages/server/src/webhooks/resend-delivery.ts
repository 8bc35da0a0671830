import type { Services } from '../services.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { getDelivery } from '../store/webhook-deliveries.ts'
import { enqueueDelivery } from './write-event.ts'

/** Delivers an event once more, whatever came of it before, and returns the new delivery's id. */
export function resendDelivery(
  services: Pick<Services, 'queue'>,
  db: Db,
  orgId: string,
  deliveryId: string,
): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const { eventId } = await getDelivery(transaction, orgId, deliveryId)
    return enqueueDelivery(services, transaction, { orgId, eventId })
  })
}
