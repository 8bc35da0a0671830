import {
  Delivery,
  DeliveryPage,
  DeliveryPath,
  DeliveryQuery,
  successOf,
  WebhookAddresses,
  WebhookAddressQuery,
  WebhookSecret,
  WebhookTest,
} from '@songreel/contract'
import type { Db } from '../../store/schema.ts'
import { getDelivery, listDeliveries, listWebhookAddresses } from '../../store/webhook-deliveries.ts'
import { readDelivery } from '../../webhooks/read-delivery.ts'
import { resendDelivery } from '../../webhooks/resend-delivery.ts'
import { sendTestEvent } from '../../webhooks/send-test-event.ts'
import { readSigningSecret, rotateSigningSecret } from '../../webhooks/signing-secrets.ts'
import { demandLastingToken } from '../auth/token-powers.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const tag = {
  name: 'Webhooks',
  description: 'What we report to you, how it went, and the secret that signs it.',
}
const deliveryResponse = { 200: successOf(Delivery) }
const secretResponse = { 200: successOf(WebhookSecret) }

const list = {
  schema: {
    tag,
    summary: 'List webhook deliveries, newest first',
    description: 'Each with its attempts; `status=FAILED` shows those that were given up.',
    querystring: DeliveryQuery,
    response: { 200: successOf(DeliveryPage) },
  },
} as const

const listAddresses = {
  schema: {
    tag,
    operationId: 'listWebhookAddresses',
    summary: 'List the addresses that events go to, with counts',
    description:
      "The organization's and those of batches, as far as something was sent to them in the last `hours`.",
    querystring: WebhookAddressQuery,
    response: { 200: successOf(WebhookAddresses) },
  },
} as const

const read = {
  schema: {
    tag,
    summary: 'Read a delivery with its body and each of its attempts',
    description: 'Time and result of each attempt, when the next one is, and `event`, the body that is sent.',
    params: DeliveryPath,
    response: deliveryResponse,
  },
} as const

const resend = {
  schema: {
    tag,
    summary: 'Send an event again',
    description: 'A new delivery of the same event, under the same `webhook-id`.',
    params: DeliveryPath,
    response: { 201: successOf(Delivery) },
  },
} as const

const testEvent = {
  config: { errors: ['URL_NOT_ALLOWED'] },
  schema: {
    tag,
    operationId: 'sendTestEvent',
    summary: 'Send a test event through the very same path',
    description:
      'Signed, delivered and retried like a real one. `data` is a complete sample record of its type, and `isTest` is true.',
    body: WebhookTest,
    response: { 201: successOf(Delivery) },
  },
} as const

const readSecret = {
  config: { scope: 'admin' },
  schema: {
    tag,
    operationId: 'getWebhookSecret',
    summary: 'Read the secret that signs webhooks',
    description: 'Pass it to the Standard Webhooks library that verifies what you receive.',
    response: secretResponse,
  },
} as const

const rotateSecret = {
  config: { scope: 'admin' },
  schema: {
    tag,
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret; both sign for 24 hours',
    description:
      'Until `previousSecretEndsAt`, every event carries two signatures, so that a receiver can switch.',
    response: secretResponse,
  },
} as const

/** Webhooks: what was delivered, trying it again, and the secret that signs. */
export const webhookRoutes: Routes = (app, services) => {
  const { db } = services

  app.get('/v1/webhook-deliveries', list, async ({ auth, query }) =>
    ok(await listDeliveries(db, auth.orgId, query), 'Deliveries found'),
  )

  app.get('/v1/webhooks/addresses', listAddresses, async ({ auth, query }) =>
    ok({ items: await listWebhookAddresses(db, auth.orgId, query.hours) }, 'Addresses found'),
  )

  app.get('/v1/webhook-deliveries/:deliveryId', read, async ({ auth, params }) =>
    ok(await readDelivery(services, auth.orgId, params.deliveryId), 'Delivery found'),
  )

  app.post('/v1/webhook-deliveries/:deliveryId/resend', resend, (request, reply) =>
    runIdempotent(services, request, reply, async (db) => {
      const { orgId } = request.auth
      const deliveryId = await resendDelivery(services, db, orgId, request.params.deliveryId)
      return { ...(await readMade(db, orgId, deliveryId)), message: 'Delivery is sent again' }
    }),
  )

  app.post('/v1/webhooks/test', testEvent, (request, reply) =>
    runIdempotent(services, request, reply, async (db) => {
      const { orgId } = request.auth
      const deliveryId = await sendTestEvent(services, db, orgId, request.body)
      return { ...(await readMade(db, orgId, deliveryId)), message: 'Test event is sent' }
    }),
  )

  app.get('/v1/webhooks/secret', readSecret, async ({ auth }) =>
    ok(await readSigningSecret(services, db, auth.orgId), 'Webhook secret'),
  )

  app.post('/v1/webhooks/secret/rotate', rotateSecret, (request, reply) => {
    const work = async (db: Db) => {
      demandLastingToken(request.auth, 'the webhook secret')
      const data = await rotateSigningSecret(services, db, request.auth.orgId)
      return { data, remembered: { ...data, secret: 'whsec_…' }, message: 'Webhook secret renewed' }
    }
    return runIdempotent(services, request, reply, work, { status: 200 })
  })
}

async function readMade(db: Db, orgId: string, deliveryId: string) {
  return { data: await getDelivery(db, orgId, deliveryId), location: `/v1/webhook-deliveries/${deliveryId}` }
}
