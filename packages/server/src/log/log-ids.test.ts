import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startFlow, TINY, unruly } from '../../testing/start-flow.ts'
import { waitFor } from '../../testing/wait-for.ts'

type Line = Record<string, unknown> & { msg: string }

const lines: Line[] = []
const flow = await startFlow({ after }, { onLog: (line) => lines.push(JSON.parse(line)) })
const { post, api, untilFinal, hosts, orgId } = flow

/** All lines since the last look, without those of the service itself. */
function takeLines(): Line[] {
  return lines.splice(0).filter(({ msg }) => !/^(migration|service|renders and probes)/.test(msg))
}

const findId = (line: Line) => [line.requestId, line.msg].join(' ')

test('every line of a batch, from its request to its webhooks, names what it is about', async () => {
  takeLines()
  const headers = { 'X-Request-Id': 'the-release-of-friday' }
  const body = {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: flow.songUrl },
    webhookUrl: hosts.put('/refusing', (_, response) => response.writeHead(410).end()),
    renders: [{ contentId: 'BASE_ART_TRACK', videoSettings: TINY }, unruly({ trouble: 'THROW' })],
  }
  const created = await api('POST', '/v1/batches', body, headers)
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { batchId, renders } = created.body.data
  await untilFinal(batchId)
  const found: Line[] = []
  const count = (text: string) => found.filter(({ msg }) => msg === text).length
  await waitFor('both renders and the batch were reported', async () => {
    found.push(...takeLines().filter(({ route }) => route !== '/v1/batches/:batchId'))
    return count('webhook attempted') === 3 && count('render finished') === 1 && count('render failed') === 1
  })
  const renderIds = new Set(renders.map(({ renderId }: { renderId: string }) => renderId))
  for (const line of found) {
    assert.equal(line.requestId, 'the-release-of-friday', JSON.stringify(line))
    assert.equal(line.orgId, orgId, JSON.stringify(line))
    assert.equal(line.batchId, batchId, JSON.stringify(line))
    if (line.msg.startsWith('render ')) {
      assert.ok(renderIds.has(line.renderId), JSON.stringify(line))
      assert.equal(line.attempt !== undefined && line.contentId !== undefined, true)
    }
  }
  assert.deepEqual(
    [...new Set(found.map(({ msg }) => msg))].sort(),
    ['render failed', 'render finished', 'render started', 'request', 'webhook attempted'],
    JSON.stringify(found.map(findId)),
  )
  const reported = found.filter(({ msg }) => msg === 'webhook attempted')
  assert.deepEqual(new Set(reported.map(({ renderId }) => renderId)), new Set([...renderIds, undefined]))
})

test('a file that cannot be had names the request that asked for it', async () => {
  takeLines()
  const audioUrl = hosts.put('/missing.wav', (_, response) => response.writeHead(404).end())
  const body = { media: { name: 'Brine', audioUrl }, artist: { name: 'Odalys Wren' }, renders: [unruly()] }
  await api('POST', '/v1/batches', body, { 'X-Request-Id': 'no-song' })
  const line = await waitFor('it is logged', async () => lines.find(({ msg }) => /^asset could/.test(msg)))
  assert.deepEqual([line.requestId, line.orgId], ['no-song', orgId])
  assert.match(String(line.assetId), /^ast_/)
})

test('a render that is tried again belongs to the request that asked for it', async () => {
  const { batchId, renderId } = await post({ renders: [unruly({ trouble: 'THROW' })] })
  await untilFinal(batchId)
  takeLines()
  const again = await api('POST', `/v1/renders/${renderId}/retry`, undefined, { 'X-Request-Id': 'once-more' })
  assert.equal(again.status, 200, JSON.stringify(again.body))
  const failed = await waitFor('it failed again', async () =>
    lines.find(({ msg }) => msg === 'render failed'),
  )
  assert.deepEqual([failed.requestId, failed.renderId, failed.batchId], ['once-more', renderId, batchId])
  const request = lines.find(({ msg, requestId }) => msg === 'request' && requestId === 'once-more')
  assert.deepEqual([request?.renderId, request?.orgId], [renderId, orgId])
})

test('lines of different requests are not mixed up, and an id in a path that is none is not repeated', async () => {
  takeLines()
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      api('POST', '/v1/artists', { name }, { 'X-Request-Id': `request-${name}`, 'Idempotency-Key': name }),
    ),
  )
  await api('GET', '/v1/batches/%7B%22x%22%3A1%7D')
  const found = await waitFor('all are logged', async () => {
    const own = lines.filter(({ msg }) => msg === 'request')
    return own.length === 5 && own
  })
  assert.deepEqual(
    found
      .map(({ requestId }) => requestId)
      .filter((id) => /^request/.test(String(id)))
      .sort(),
    ['request-a', 'request-b', 'request-c', 'request-d'],
  )
  assert.equal(found.find(({ route }) => route === '/v1/batches/:batchId')?.batchId, undefined)
})
