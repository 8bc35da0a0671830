import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocationProvider } from 'preact-iso'
import { happen, mount, signInAs, until } from '../../../testing/mount.ts'
import { serveApi } from '../../../testing/remote-api.ts'
import { DeliveryPage } from './delivery-page.tsx'

const DELIVERY = {
  deliveryId: 'dlv_1',
  eventId: 'evt_1',
  type: 'render.completed',
  status: 'FAILED',
  url: 'https://shop.example/hooks',
  batchId: 'bat_1',
  renderId: 'rnd_1',
  createdAt: '2026-11-01T12:00:00.000Z',
  nextAttemptAt: null,
  event: { type: 'render.completed' },
  attempts: [
    { at: '2026-11-01T12:00:01.000Z', error: 'The connection was refused', tookMs: 4 },
    { at: '2026-11-01T12:05:00.000Z', status: 500, tookMs: 230, responseBody: 'Out of cheese' },
  ],
}

const page = (
  <LocationProvider>
    <DeliveryPage params={{ id: 'dlv_1' }} />
  </LocationProvider>
)

test('a delivery shows each attempt, the last first, with what came back', async (t) => {
  signInAs('read')
  serveApi(t, { 'GET /v1/webhook-deliveries/dlv_1': () => ({ data: DELIVERY }) })
  const view = await mount(t, page)
  await until(() => view.root.querySelector('h1')?.textContent === 'render.completed', 'it is shown')
  const attempts = [...view.root.querySelectorAll('.attempts li')].map(({ textContent }) => textContent ?? '')
  assert.match(attempts[0] ?? '', /^✕500 in 230 msAttempt 2, .*Out of cheese/)
  assert.match(attempts[1] ?? '', /^✕The connection was refusedAttempt 1, /)
  assert.match(view.text(), /webhook-timestamp: 1793534700/)
  assert.equal(view.control('Its video').getAttribute('href'), '/batches/bat_1?render=rnd_1')
  assert.ok(!view.has('Resend'), 'who may only look does not send')
})

test('it is sent again by who may, and the page goes to the new one', async (t) => {
  signInAs('read', 'write')
  const asked = serveApi(t, {
    'GET /v1/webhook-deliveries/dlv_1': () => ({ data: DELIVERY }),
    'POST /v1/webhook-deliveries/dlv_1/resend': () => ({ data: { deliveryId: 'dlv_2' } }),
  })
  const view = await mount(t, page)
  await until(() => view.has('Resend'), 'it is shown')
  await view.press('Resend')
  await until(() => location.pathname === '/webhooks/deliveries/dlv_2', 'the new one is opened')
  assert.equal(asked.filter(({ call }) => call.startsWith('POST')).length, 1)
})

test('one that is not there says why it may be so', async (t) => {
  signInAs('read')
  serveApi(t, { 'GET /v1/webhook-deliveries/dlv_1': () => ({ error: 'DELIVERY_NOT_FOUND' }) })
  const view = await mount(t, page)
  await happen(() => {})
  await until(() => /There is no such delivery/.test(view.text()), 'it says so')
  assert.equal(view.control('All deliveries').getAttribute('href'), '/webhooks')
})
