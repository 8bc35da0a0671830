import type { WebhookTest } from '@songreel/contract'
import { invalidField } from '../errors.ts'
import { refuseForbiddenUrl } from '../outbound/refuse-forbidden-url.ts'
import type { Db, Services } from '../services.ts'
import { newId } from '../store/new-id.ts'
import { inTransaction } from '../store/transaction.ts'
import { writeEvent } from './write-event.ts'

/** Writes a made-up event into the same outbox as the real ones, so that whatever would stop those stops this. */
export function sendTestEvent(
  services: Pick<Services, 'queue' | 'config'>,
  db: Db,
  orgId: string,
  test: WebhookTest,
): Promise<string> {
  refuseForbiddenUrl(services.config, 'url', test.url)
  return inTransaction(db, async (transaction) => {
    const type = test.type ?? 'ping'
    const deliveryId = await writeEvent(services, transaction, {
      orgId,
      batchId: null,
      renderId: null,
      occasion: `test:${newId('event')}`,
      type,
      ...(test.url && { url: test.url }),
      data: { isTest: true, message: `A ${type} event, sent by POST /v1/webhooks/test.` },
    })
    if (deliveryId) return deliveryId
    throw invalidField('url', 'REQUIRED', 'must be sent, because the organization has no webhookUrl')
  })
}
