import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '../../../testing/start-service.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const CLIENTS = 100

const { api, url, token } = await startService({ after })
const { hostname, port } = new URL(url)

function openClients(count: number): Socket[] {
  return Array.from({ length: count }, () => connect(Number(port), hostname).on('error', () => {}))
}

async function makeBatch(): Promise<string> {
  const { body } = await api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  return body.data.batchId
}

test('clients that send a byte now and then keep nobody else waiting', async (t) => {
  const batchId = await makeBatch()
  const slow = openClients(CLIENTS)
  t.after(() => {
    for (const socket of slow) socket.destroy()
  })
  for (const byte of 'POST /v1/a') {
    for (const socket of slow) socket.write(byte)
    await sleep(20)
  }

  for (let asked = 0; asked < 10; asked++)
    assert.equal((await api('GET', `/v1/batches/${batchId}`)).status, 200)

  assert.equal(slow.filter((socket) => socket.readyState === 'open').length, CLIENTS)
})

test('every listener of a batch hears its end, and its stream ends with it', async (t) => {
  const batchId = await makeBatch()
  const heard = new Map<Socket, string>()
  const ended = new Set<Socket>()
  for (const socket of openClients(CLIENTS)) {
    t.after(() => socket.destroy())
    socket.on('data', (chunk) => heard.set(socket, (heard.get(socket) ?? '') + chunk))
    socket.on('end', () => ended.add(socket))
    socket.write(
      `GET /v1/batches/${batchId}/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
  }
  await waitFor('all are told', async () => heard.size === CLIENTS)

  await api('POST', `/v1/batches/${batchId}/cancel`)

  await waitFor('all streams have ended', async () => ended.size === CLIENTS)
  for (const text of heard.values()) assert.match(text, /event: batch\ndata: .*"status":"CANCELED"/)
})
