import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Render } from '@songreel/sdk'
import { mount, signInAs } from '../../../testing/mount.ts'
import { serveApi } from '../../../testing/remote-api.ts'
import { RenderDelivery } from './render-delivery.tsx'

const renderOf = (delivered?: Render['delivered']) => ({ renderId: 'rnd_1', delivered }) as Render

test('a render without a destination says nothing', async (t) => {
  const { root } = await mount(t, <RenderDelivery render={renderOf()} />)
  assert.equal(root.textContent, '')
})

test('a failed delivery says why, and can be sent again', async (t) => {
  const error = { code: 'DESTINATION_REFUSED', message: 'It answers with status 403.', retryable: false }
  const asked = serveApi(t, {
    'POST /v1/renders/rnd_1/redeliver': () => ({ data: renderOf({ status: 'PENDING', attempts: 0 }) }),
  })
  signInAs('write')
  const { root, press } = await mount(
    t,
    <RenderDelivery render={renderOf({ status: 'FAILED', attempts: 3, error })} />,
  )
  assert.match(root.textContent ?? '', /Failed.*It answers with status 403\./)
  assert.equal(root.querySelector('a')?.getAttribute('href'), '/docs/errors#DESTINATION_REFUSED')
  await press('Send again')
  assert.deepEqual(
    asked.map(({ call }) => call),
    ['POST /v1/renders/rnd_1/redeliver'],
  )
  assert.match(root.textContent ?? '', /Waiting/)
  assert.ok(root.querySelector('button') === null)
})

test('what has arrived shows where it is', async (t) => {
  const delivered = {
    status: 'DELIVERED',
    attempts: 1,
    key: 'releases/a.mp4',
    at: new Date().toISOString(),
  } as const
  const { root } = await mount(t, <RenderDelivery render={renderOf(delivered)} />)
  assert.match(root.textContent ?? '', /Delivered.*releases\/a\.mp4/)
})
