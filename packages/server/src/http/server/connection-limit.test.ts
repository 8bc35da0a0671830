import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { startService } from '../../../testing/start-service.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const LIMIT = 20
const CROWD = 300
/** All of 127.0.0.0/8 is this computer, but only Linux lets a client choose its end of it. */
const skip = process.platform !== 'linux' && 'needs a second loopback address'

type Client = { socket: Socket; heard(): string; isOver(): boolean }

function openClients(t: { after(fn: () => void): void }, url: string, count: number): Client[] {
  const { hostname, port } = new URL(url)
  return Array.from({ length: count }, () => {
    let heard = ''
    let isOver = false
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' })
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      heard += text
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      isOver = true
    })
    t.after(() => socket.destroy())
    return { socket, heard: () => heard, isOver: () => isOver }
  })
}

test('an address that opens connections without end keeps nobody else out', { skip }, async (t) => {
  const service = await startService(t, { config: { maxConnectionsPerAddress: LIMIT } })
  // As if the crowd were larger than all connections that there can be.
  service.app.server.maxConnections = 5 * LIMIT
  const crowd = openClients(t, service.url, CROWD)
  const refused = () => crowd.filter((client) => client.isOver())
  await waitFor('all above the limit are refused', async () => refused().length === CROWD - LIMIT)

  assert.equal((await service.api('GET', '/v1/limits')).status, 200)
  const told = refused().filter(({ heard }) => heard() !== '')
  assert.ok(told.length > 0)
  for (const { heard } of told) {
    assert.match(heard(), /^HTTP\/1\.1 429 /)
    assert.match(heard(), /Retry-After: 5\r\n/)
    assert.match(heard(), /"message":"This address has 20 open connections/)
  }

  for (const { socket } of crowd) socket.destroy()
  await waitFor('places are free again', async () => {
    const [again] = openClients(t, service.url, 1) as [Client]
    again.socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
    await waitFor('an answer, or the end', async () => again.heard() !== '' || again.isOver())
    return again.heard().startsWith('HTTP/1.1 200')
  })
})

test('behind a trusted proxy each client is counted by itself, event streams too', { skip }, async (t) => {
  const config = { maxConnectionsPerAddress: LIMIT, trustProxy: ['127.0.0.0/30'] }
  const service = await startService(t, { config })
  const { body } = await service.api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  const follow = ({ socket }: Client, from: string) =>
    socket.write(
      `GET /v1/batches/${body.data.batchId}/events HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nAuthorization: Bearer ${service.token}\r\n\r\n`,
    )
  const streams = openClients(t, service.url, 3 * LIMIT)
  for (const stream of streams) follow(stream, '203.0.113.7')
  const statusOf = ({ heard }: Client) => heard().split(' ', 2)[1]
  await waitFor('all are heard', async () => streams.every((stream) => statusOf(stream) !== undefined))

  assert.equal(streams.filter((stream) => statusOf(stream) === '200').length, LIMIT)
  assert.equal(streams.filter((stream) => statusOf(stream) === '429').length, 2 * LIMIT)
  const [neighbour] = openClients(t, service.url, 1) as [Client]
  follow(neighbour, '203.0.113.8')
  await waitFor('the neighbour is heard', async () => statusOf(neighbour) === '200')
})

test('a limit of 0 is none', { skip }, async (t) => {
  const service = await startService(t, { config: { maxConnectionsPerAddress: 0 } })
  const crowd = openClients(t, service.url, 2 * LIMIT)
  for (const { socket } of crowd) socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
  await waitFor('all are answered', async () => crowd.every(({ heard }) => heard().includes(' 200 ')))
})
