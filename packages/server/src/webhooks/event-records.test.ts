import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { WEBHOOK_CATALOGUE, WebhookEvent, WebhookEventType } from '@songreel/contract'
import { startFlow, TINY, unruly } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { checkResponse } from '../http/response/check-response.ts'

const flow = await startFlow({ after })
const { api, hosts, listEvents } = flow

/** Addresses are signed anew with every reading, so only their paths can be the same. */
function withoutSignatures(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner) => {
      if (key === 'renderUrlExpiresAt') return 'a moment'
      return typeof inner === 'string' ? inner.replace(/\?expires=.*$/, '') : inner
    }),
  )
}

test('the data of an event is the very record that GET returns', async () => {
  const completes = { contentId: 'SNIPPET_WAVEFORM_CARD', videoSettings: TINY }
  const past = { ...TINY, audioStartEndSecs: { start: 0, end: 3600 } }
  const fails = { ...completes, videoSettings: past }
  const { batchId } = await flow.post({ renders: [completes, fails] })
  const batch = await flow.untilFinal(batchId)
  assert.deepEqual(
    batch.renders.map(({ status }) => status),
    ['COMPLETED', 'FAILED'],
  )
  for (const { renderId } of batch.renders) {
    await waitFor('its event arrives', async () => listEvents(renderId).length > 0)
    assert.deepEqual(
      withoutSignatures(listEvents(renderId)[0]?.data),
      withoutSignatures(await flow.readRender(renderId)),
    )
  }
  await waitFor("the batch's event arrives", async () => listEvents(batchId).length > 0)
  assert.deepEqual(withoutSignatures(listEvents(batchId)[0]?.data), withoutSignatures(batch))
  const { files = [] } = listEvents(batch.renders[0]!.renderId)[0]!.data as { files?: { url: string }[] }
  assert.equal(files.length, 2)
  for (const { url } of files) assert.equal((await fetch(url)).status, 200, url)
  assertEventsFitTheirSchema()
})

test('so it is when a render is canceled', async () => {
  const gate = flow.makeGate()
  const { renderId } = await flow.post({ renders: [unruly({ waitForFile: gate.file })] })
  const { body } = await api('POST', `/v1/renders/${renderId}/cancel`)
  gate.open()
  await waitFor('its event arrives', async () => listEvents(renderId).length > 0)
  assert.deepEqual(listEvents(renderId)[0]?.data, body.data)
  assertEventsFitTheirSchema()
})

function assertEventsFitTheirSchema(): void {
  const bodies = hosts.requests.filter(({ path }) => path === '/hook').map(({ body }) => JSON.parse(body))
  assert.ok(bodies.length > 0)
  for (const body of bodies) checkResponse(WebhookEvent, body)
}

for (const type of WebhookEventType.options) {
  test(`a test event of type ${type} is a whole one, and says that it is a test`, async () => {
    const url = hosts.put(`/test/${type}`, (_, response) => response.writeHead(204).end())
    assert.equal((await api('POST', '/v1/webhooks/test', { url, type })).status, 201)
    const { body } = await waitFor('it arrives', async () =>
      hosts.requests.find(({ path }) => path === `/test/${type}`),
    )
    const event = JSON.parse(body)
    checkResponse(WebhookEvent, event)
    assert.deepEqual([event.type, event.isTest], [type, true])
    const facts = WEBHOOK_CATALOGUE[type]
    if ('status' in facts) assert.equal(event.data.status, facts.status)
    assert.ok(!body.includes('"renderUrl":""'))
  })
}
