import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFlow } from '@songreel/server/testing/start-flow.ts'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { Webhook } from 'standardwebhooks'
import { signEvent } from '../../testing/sign-event.ts'
import { Songreel } from '../index.ts'
import { unwrap, type WebhookHeaders } from './unwrap.ts'

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const OTHER_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const EVENT = { type: 'ping', timestamp: '2026-11-14T09:30:00.123Z', data: { message: 'größer ✓' } }
const BODY = JSON.stringify(EVENT)

test('an event is unwrapped from text, bytes or a buffer, with headers of any kind', async () => {
  const headers = signEvent(BODY, SECRET)
  const shouted = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  const bytes = new TextEncoder().encode(BODY)
  for (const body of [BODY, bytes, bytes.buffer, Buffer.from(BODY)])
    for (const each of [headers, new Headers(headers), shouted])
      assert.deepEqual(await unwrap(body, each, SECRET), EVENT)
})

test('while a secret is rotated either signature will do', async () => {
  const [own, other] = [signEvent(BODY, SECRET), signEvent(BODY, OTHER_SECRET)]
  const both = `${other['webhook-signature']} v2,abc ${own['webhook-signature']}`
  assert.deepEqual(await unwrap(BODY, { ...own, 'webhook-signature': both }, SECRET), EVENT)
})

test('what is wrong is named, the raw-body trap above all', async () => {
  const headers: WebhookHeaders = signEvent(BODY, SECRET)
  const cases: [reason: string, message: RegExp, body: unknown, headers: WebhookHeaders, secret?: string][] =
    [
      ['body_was_parsed', /Pass the raw body\. Express: express\.raw/, EVENT, headers],
      ['body_was_parsed', /The body is missing/, undefined, headers],
      ['no_header', /webhook-id is missing/, BODY, {}],
      ['no_header', /webhook-signature is missing/, BODY, { ...headers, 'webhook-signature': undefined }],
      ['too_old', /more than 300 seconds/, BODY, signEvent(BODY, SECRET, -301)],
      ['too_old', /a clock is wrong/, BODY, signEvent(BODY, SECRET, 330)],
      ['too_old', /signed at soon/, BODY, { ...headers, 'webhook-timestamp': 'soon' }],
      ['wrong_secret', /parsed and written again differs/, JSON.stringify(EVENT, null, 2), headers],
      ['wrong_secret', /No signature fits/, BODY, signEvent(BODY, OTHER_SECRET)],
      ['wrong_secret', /must look like whsec_/, BODY, headers, 'whsec_'],
      ['wrong_secret', /must look like whsec_/, BODY, headers, 'not base64!'],
    ]
  for (const [reason, message, body, each, secret = SECRET] of cases)
    await assert.rejects(unwrap(body as string, each, secret), {
      name: 'WebhookSignatureError',
      reason,
      message,
    })
})

test('a type of event that a newer server sends passes', async () => {
  const body = '{"type":"render.admired","data":{}}'
  assert.equal(String((await unwrap(body, signEvent(body, SECRET), SECRET)).type), 'render.admired')
})

test('what the server sends is unwrapped, and what was given up is sent again', async (t) => {
  const { hosts, url, token } = await startFlow(t)
  const songreel = new Songreel({ baseUrl: url, token })
  let status = 410
  const hook = hosts.put('/sdk-hook', (_, response) => response.writeHead(status).end())
  const { deliveryId, eventId } = await songreel.webhooks.test({ url: hook, type: 'batch.completed' })
  const since = new Date(0)
  await waitFor(
    'the delivery is given up',
    async () => (await songreel.webhookDeliveries.get(deliveryId)).status === 'FAILED',
  )
  status = 204
  assert.equal((await songreel.webhookDeliveries.recover({ since })).length, 1)
  await waitFor(
    'it is sent again',
    async () => hosts.requests.filter(({ path }) => path === '/sdk-hook').length === 2,
  )

  const { secret } = await songreel.webhooks.secret()
  for (const { body, headers } of hosts.requests.filter(({ path }) => path === '/sdk-hook')) {
    const event = await unwrap(body, headers, secret)
    assert.deepEqual(event, new Webhook(secret).verify(body, headers as Record<string, string>))
    assert.equal(headers['webhook-id'], eventId)
    assert.ok(event.type === 'batch.completed' && event.data.renders.length > 0)
  }
})
