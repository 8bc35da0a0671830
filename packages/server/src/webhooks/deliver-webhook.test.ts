import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import type { Delivery } from '@songreel/contract'
import { Webhook } from 'standardwebhooks'
import { startAssetServer } from '../../testing/asset-server.ts'
import { startService } from '../../testing/start-service.ts'
import { deliverWebhook } from './deliver-webhook.ts'

const receiver = await startAssetServer({ after })
const { api, services } = await startService({ after }, { config: { allowPrivateHosts: ['127.0.0.1'] } })
const signal = new AbortController().signal
const HOUR_MS = 3_600_000

/** Sends a test event to a receiver that answers so. */
async function send(path: string, answer: (response: ServerResponse) => void): Promise<string> {
  const url = receiver.put(path, (_, response) => answer(response))
  const { status, body } = await api('POST', '/v1/webhooks/test', { url })
  assert.equal(status, 201)
  return body.data.deliveryId
}

async function read(deliveryId: string): Promise<Delivery> {
  return (await api('GET', `/v1/webhook-deliveries/${deliveryId}`)).body.data
}

/** Tries until the delivery is over, jumping to each next attempt on a clock of our own. */
async function runOut(deliveryId: string): Promise<{ delivery: Delivery; hours: number[] }> {
  const start = Date.now()
  let now = start
  const hours: number[] = []
  for (let attempts = 0; attempts < 15; attempts++) {
    await deliverWebhook(services, deliveryId, signal, { now: () => new Date(now) })
    hours.push((now - start) / HOUR_MS)
    const delivery = await read(deliveryId)
    if (delivery.status !== 'PENDING') return { delivery, hours }
    now = Date.parse(delivery.nextAttemptAt as string)
  }
  throw new Error('the attempts did not end')
}

test('a receiver that is down is tried ten times over three days, then given up', async () => {
  const { delivery, hours } = await runOut(
    await send('/down', (response) => response.writeHead(503).end('later')),
  )
  assert.equal(delivery.status, 'FAILED')
  const expected = [0, 5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24]
  assert.equal(hours.length, expected.length)
  for (const [index, wait] of expected.slice(1).entries()) {
    const [before = NaN, now = NaN] = hours.slice(index)
    const waited = now - before
    assert.ok(
      waited >= wait * 0.999 && waited <= wait * 1.11,
      `try ${index + 2} came after ${waited} h, not ${wait}`,
    )
  }
  assert.deepEqual(
    delivery.attempts.map((one) => one.status),
    Array(10).fill(503),
  )
  assert.equal(delivery.attempts[0]?.responseBody, 'later')
})

test('every attempt carries the same id and a signature that the standard library takes', async () => {
  const before = receiver.requests.length
  let answers = 0
  await runOut(await send('/signed', (response) => response.writeHead(++answers < 3 ? 500 : 200).end()))
  const { secret } = (await api('GET', '/v1/webhooks/secret')).body.data
  const attempts = receiver.requests.slice(before)
  assert.equal(attempts.length, 3)
  assert.equal(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size, 1)
  const { body, headers } = attempts[0]!
  assert.doesNotThrow(() => new Webhook(secret).verify(body, headers as Record<string, string>))
})

test('a receiver that says 410 is left alone', async () => {
  const { delivery } = await runOut(await send('/gone', (response) => response.writeHead(410).end()))
  assert.deepEqual([delivery.status, delivery.attempts.length, delivery.nextAttemptAt], ['FAILED', 1, null])
})

test('Retry-After makes the next attempt later, never sooner', async () => {
  const id = await send('/busy', (response) => response.writeHead(429, { 'Retry-After': '600' }).end())
  const at = Date.now()
  await deliverWebhook(services, id, signal, { now: () => new Date(at) })
  const { nextAttemptAt, status } = await read(id)
  assert.equal(status, 'PENDING')
  assert.equal(Date.parse(nextAttemptAt as string) - at, 600_000)
})

test('a redirect is not followed and counts as a failure', async () => {
  const target = receiver.put('/target', (_, response) => response.writeHead(200).end())
  const id = await send('/moved', (response) => response.writeHead(302, { Location: target }).end())
  await deliverWebhook(services, id, signal)
  assert.deepEqual(
    (await read(id)).attempts.map((one) => one.status),
    [302],
  )
  assert.ok(!receiver.requests.some(({ path }) => path === '/target'))
})

test('an address inside the network is refused without saying why', async () => {
  const refused = await api('POST', '/v1/webhooks/test', { url: 'http://169.254.169.254/latest' })
  assert.equal(refused.body.error.code, 'URL_NOT_ALLOWED')
  // A name that is harmless when it is saved can lead inside later: the guard looks again at every attempt.
  const id = await send('/harmless', (response) => response.writeHead(200).end())
  const { eventId } = await read(id)
  await services.db
    .updateTable('webhook_events')
    .set({ url: 'http://169.254.169.254/latest' })
    .where('event_id', '=', eventId)
    .execute()
  await deliverWebhook(services, id, signal)
  const { attempts } = await read(id)
  assert.equal(attempts[0]?.status, undefined)
  assert.doesNotMatch(attempts[0]?.error ?? '', /169\.254\.169\.254 is|private|metadata/)
})

test('an event can be sent again under the same id, and a rotated secret signs beside the old one', async () => {
  const id = await send('/again', (response) => response.writeHead(200).end())
  await deliverWebhook(services, id, signal)
  const { secret: old } = (await api('GET', '/v1/webhooks/secret')).body.data
  const { secret } = (await api('POST', '/v1/webhooks/secret/rotate')).body.data
  assert.notEqual(secret, old)
  const resent = await api('POST', `/v1/webhook-deliveries/${id}/resend`)
  assert.equal(resent.body.data.eventId, (await read(id)).eventId)
  await deliverWebhook(services, resent.body.data.deliveryId, signal)
  const last = receiver.requests.at(-1)
  for (const each of [old, secret]) {
    assert.doesNotThrow(() =>
      new Webhook(each).verify(last?.body ?? '', last?.headers as Record<string, string>),
    )
  }
  assert.deepEqual((await read(id)).event, JSON.parse(last?.body ?? ''), 'a person can read what was sent')
  const stored = await services.db.selectFrom('webhook_secrets').selectAll().execute()
  assert.ok(!JSON.stringify(stored).includes(secret.slice(6)))
})
