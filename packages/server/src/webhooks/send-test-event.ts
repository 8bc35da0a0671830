import type { WebhookEventType, WebhookTest } from '@songreel/contract'
import { invalidField } from '../errors.ts'
import { RECORDED_URL, readExamples } from '../examples/recorded-examples.ts'
import { refuseForbiddenUrl } from '../outbound/refuse-forbidden-url.ts'
import type { Services } from '../services.ts'
import { newId } from '../store/new-id.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { TEST_OCCASION, writeEvent } from './write-event.ts'

const MOMENT = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/** Writes a sample event into the same outbox as real ones, so that it fails wherever they would. */
export function sendTestEvent(
  services: Pick<Services, 'queue' | 'config'>,
  db: Db,
  orgId: string,
  test: WebhookTest,
): Promise<string> {
  refuseForbiddenUrl(services.config, 'url', test.url)
  return inTransaction(db, async (transaction) => {
    const type = test.type ?? 'ping'
    const occasion = `${TEST_OCCASION}${newId('event')}`
    const event = { orgId, batchId: null, renderId: null, occasion, type, data: makeSample(type) }
    const deliveryId = await writeEvent(services, transaction, event, test.url)
    if (deliveryId) return deliveryId
    throw invalidField('url', 'REQUIRED', 'must be sent, because the organization has no webhookUrl')
  })
}

/** The record of a real event of this type, as if it had just happened. */
function makeSample(type: WebhookEventType): object {
  if (type === 'ping') return { message: 'Sent by POST /v1/webhooks/test.' }
  const { timestamp, data } = readExamples(RECORDED_URL).events[type]
  const shiftMs = Date.now() - Date.parse(timestamp)
  const shift = (moment: string) => new Date(Date.parse(moment) + shiftMs).toISOString()
  return JSON.parse(JSON.stringify(data).replace(MOMENT, shift))
}
