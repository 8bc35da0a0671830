import { type List, list } from './list.ts'
import type { Delivery, DeliveryFilter, WebhookAddress, WebhookSecret, WebhookTest } from './records.ts'
import type { Result } from './result.ts'
import { at, type CallOptions, type Transport } from './transport.ts'

const PATH = '/v1/webhook-deliveries'

export type WebhookDeliveries = {
  get(deliveryId: string, options?: CallOptions): Promise<Result<Delivery>>
  list(filter?: DeliveryFilter, options?: CallOptions): List<Delivery>
  /** A new delivery of the same event, under the same `webhook-id`. */
  resend(deliveryId: string, options?: CallOptions): Promise<Result<Delivery>>
  /** Sends again what was given up since then, oldest first; for a receiver that was down. */
  recover(range: { since: string | Date }, options?: Pick<CallOptions, 'signal'>): Promise<Delivery[]>
}

export function createWebhookDeliveries(transport: Transport): WebhookDeliveries {
  const { get, post } = transport
  const deliveries: WebhookDeliveries = {
    get: (deliveryId, options) => get(at(PATH, deliveryId), options),
    list: (filter, options) => list(transport, PATH, filter, options),
    resend: (deliveryId, options) => post(at(PATH, deliveryId, '/resend'), undefined, options),
    async recover({ since }, options) {
      const failed: Delivery[] = []
      for await (const each of deliveries.list({ status: 'FAILED', createdAfter: since }, options))
        failed.unshift(each)
      const sent: Delivery[] = []
      for (const { deliveryId } of failed) sent.push(await deliveries.resend(deliveryId, options))
      return sent
    },
  }
  return deliveries
}

export type Webhooks = {
  /** The addresses that events went to in the last hours (24), with counts. */
  addresses(filter?: { hours?: number }, options?: CallOptions): Promise<Result<{ items: WebhookAddress[] }>>
  /** Sends a test event the way a real one goes; without a url, to the organization's. */
  test(input?: WebhookTest, options?: CallOptions): Promise<Result<Delivery>>
  /** The secret that signs webhooks. */
  secret(options?: CallOptions): Promise<Result<WebhookSecret>>
  /** Makes a new secret; both sign for 24 hours. */
  rotateSecret(options?: CallOptions): Promise<Result<WebhookSecret>>
}

export function createWebhooks({ get, post, send }: Transport): Webhooks {
  const path = '/v1/webhooks'
  return {
    addresses: (query = {}, options = {}) =>
      send({ ...options, method: 'GET', path: `${path}/addresses`, query }),
    test: (json = {}, options = {}) => post(`${path}/test`, json, options),
    secret: (options) => get(`${path}/secret`, options),
    async rotateSecret(options) {
      const rotated = await post<WebhookSecret>(`${path}/secret/rotate`, undefined, options)
      // A repeated request gets the secret masked; unlike a token, it can be read again.
      return rotated.$meta.isReplayed ? get(`${path}/secret`) : rotated
    },
  }
}
