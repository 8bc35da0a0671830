import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Asset, Delivery } from '@songreel/contract'
import { startAssetServer } from '../../testing/asset-server.ts'
import { startFlow, TINY, unruly } from '../../testing/start-flow.ts'
import type { Api } from '../../testing/start-service.ts'
import { waitFor } from '../../testing/wait-for.ts'

// Files are waited for as long as it takes: a host that says nothing hangs until this file ends.
const config = { concurrency: 2, fetchIdleSecs: 3600, fetchTotalSecs: 3600 }
const flow = await startFlow({ after }, { config })
const { api, hosts, post, untilRender, readRender, addOrganization, songUrl } = flow

/** A path that takes requests and never responds; tells how many hang and how many have come. */
function putTarpit(path: string) {
  const seen = { came: 0, hanging: 0 }
  const url = hosts.put(path, (request) => {
    seen.came++
    seen.hanging++
    request.socket.on('close', () => seen.hanging--)
  })
  return { url, seen }
}

const mediaOf = (audioUrl: string) => ({
  artist: { name: 'Odalys Wren' },
  media: { name: 'Tin Lanterns', audioUrl },
})

async function listDeliveries(as: Api): Promise<Delivery[]> {
  return (await as('GET', '/v1/webhook-deliveries?limit=100')).body.data.items
}

test('receivers that never answer hold back only their own organization', async () => {
  const events = 60
  const neighbour = await addOrganization()
  const mute = putTarpit('/mute')
  for (let index = 0; index < events; index++) await api('POST', '/v1/webhooks/test', { url: mute.url })
  await waitFor('receivers hang', async () => mute.seen.hanging >= 8)

  const heard = hosts.put('/heard', (_, response) => response.writeHead(204).end())
  await neighbour.api('POST', '/v1/webhooks/test', { url: heard })
  await waitFor('the neighbour is told', async () => hosts.requests.some(({ path }) => path === '/heard'))
  // Had it stood in one line with the others, all of them would have been tried before it.
  assert.ok(mute.seen.came < events, `${mute.seen.came} of ${events} were tried before the neighbour`)
  assert.ok(mute.seen.hanging > 0)
  const [delivery] = await waitFor('it is written down', async () => {
    const deliveries = await listDeliveries(neighbour.api)
    return deliveries[0]?.status === 'DELIVERED' && deliveries
  })
  assert.equal(delivery!.attempts.length, 1)
})

test('hosts that never answer hold no slot of the workers, and only their own organization’s files', async (t) => {
  const neighbour = await addOrganization()
  const tarpit = putTarpit('/tarpit.wav')
  // A flood of files that hang, and more renders waiting for them than there are slots.
  const waiting = await Promise.all(
    Array.from({ length: 24 }, () => post({ ...mediaOf(tarpit.url), webhookUrl: undefined })),
  )
  await waitFor('files hang', async () => tarpit.seen.hanging >= 2)

  const preview = await post({ ...mediaOf(songUrl), renders: [unruly()] }, neighbour.api)
  const full = await post(
    { ...mediaOf(songUrl), renders: [{ ...unruly(), videoSettings: { ...TINY, outputQuality: 'HD' } }] },
    neighbour.api,
  )
  await untilRender(preview.renderId, 'COMPLETED', neighbour.api)
  await untilRender(full.renderId, 'COMPLETED', neighbour.api)

  // The organization itself goes on with what comes from another host.
  const otherHost = await startAssetServer(t)
  const own = await post({ ...mediaOf(otherHost.put('/own.wav', await readSong())) })
  await untilRender(own.renderId, 'COMPLETED')
  for (const { renderId } of waiting) {
    const { status, waitingFor } = await readRender(renderId)
    assert.equal(status, 'COLLECTING_ASSETS')
    assert.equal(waitingFor, `files from ${new URL(tarpit.url).host}`)
  }
  const { body } = await api('GET', '/v1/assets?status=FAILED')
  assert.deepEqual(body.data.items as Asset[], [])
})

test('a render that waits for its files is made when they come, and fails when they cannot', async () => {
  const gate = Promise.withResolvers<void>()
  const slow = hosts.put('/slow.wav', async (_, response) => {
    await gate.promise
    response.writeHead(200).end(await readSong())
  })
  const { api } = await addOrganization()
  const late = await post(mediaOf(slow), api)
  const canceled = await post(mediaOf(slow), api)
  await waitFor('both wait', async () => {
    const renders = await Promise.all([late, canceled].map(({ renderId }) => readRender(renderId, api)))
    return renders.every(({ waitingFor }) => waitingFor?.startsWith('files from '))
  })
  assert.equal((await api('POST', `/v1/renders/${canceled.renderId}/cancel`)).status, 200)
  gate.resolve()
  assert.equal((await untilRender(late.renderId, 'COMPLETED', api)).attempt, 1)
  assert.equal((await readRender(canceled.renderId, api)).status, 'CANCELED')

  const gone = await post(mediaOf(`${hosts.url}/gone.wav`), api)
  const { error } = await waitFor('it fails', async () => {
    const render = await readRender(gone.renderId, api)
    return render.status === 'FAILED' && render
  })
  assert.equal(error?.code, 'ASSET_UNREACHABLE')
  assert.equal(error?.field, 'media.audioUrl')

  hosts.put('/gone.wav', await readSong())
  assert.equal((await api('POST', `/v1/renders/${gone.renderId}/retry`)).status, 200)
  await untilRender(gone.renderId, 'COMPLETED', api)
})

async function readSong(): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(songUrl)).arrayBuffer())
}
