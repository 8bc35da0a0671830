import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  aPolicy,
  createWorldDial,
  PUBLIC_ADDRESS,
  startRawServer,
} from '../../testing/outbound/outside-world.ts'
import { downloadFile } from './download.ts'

const LOCAL = { SONGREEL_HOST: '127.0.0.1' }
const DOWNLOADS = 40

// Large enough that the end of the connection arrives while the body is still being written to the disk.
const FILE = randomBytes(400_000)
const SHA256 = createHash('sha256').update(FILE).digest('hex')

/** Servers that send a whole file and then close, without having said that they would. */
const SERVERS: Record<string, (socket: Socket) => void> = {
  'HTTP/1.1 with a length': (socket) =>
    sendWhole(socket, 'HTTP/1.1 200 OK', `Content-Length: ${FILE.length}`),
  'HTTP/1.1 that promises to stay': (socket) =>
    sendWhole(
      socket,
      'HTTP/1.1 200 OK',
      `Content-Length: ${FILE.length}`,
      'Connection: keep-alive',
      'Keep-Alive: timeout=60',
    ),
  'HTTP/1.1 without a length': (socket) => sendWhole(socket, 'HTTP/1.1 200 OK'),
  'HTTP/1.0 with a length': (socket) =>
    sendWhole(socket, 'HTTP/1.0 200 OK', `Content-Length: ${FILE.length}`),
  'HTTP/1.0 that promises to stay': (socket) =>
    sendWhole(socket, 'HTTP/1.0 200 OK', `Content-Length: ${FILE.length}`, 'Connection: keep-alive'),
  'HTTP/1.0 without a length': (socket) => sendWhole(socket, 'HTTP/1.0 200 OK'),
  'HTTP/1.1 in chunks': (socket) => sendChunks(socket),
  'HTTP/1.1 in chunks that promises to stay': (socket) => sendChunks(socket, 'Connection: keep-alive'),
}

for (const [name, answer] of Object.entries(SERVERS)) {
  test(`a file from a server that closes unannounced arrives whole: ${name}`, async (t) => {
    const { url } = await startRawServer(t, answer)
    const outcomes = await downloadMany(t, url)
    assert.deepEqual(outcomes, { [SHA256]: DOWNLOADS })
  })
}

test('a redirect within one server is a connection of its own, looked up and checked again', async (t) => {
  const { port, requests } = await startRawServer(t, (socket, request) => {
    if (request.startsWith('GET /file'))
      return sendWhole(socket, 'HTTP/1.1 200 OK', `Content-Length: ${FILE.length}`)
    // It stays open, so that nothing but our own rule keeps the connection from being used again.
    socket.write(
      'HTTP/1.1 302 Found\r\nLocation: /file\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n',
    )
  })
  const { dial, dialled } = createWorldDial(port)
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return asked.length < 4 ? [PUBLIC_ADDRESS] : ['10.0.0.1']
  }
  const policy = aPolicy({ SONGREEL_FETCH_PORTS: '80' }, { resolve, dial })
  const folder = aFolder(t)
  const download = (name: string) =>
    downloadFile('http://cdn.example.com/', {
      policy,
      toFile: path.join(folder, name),
      maxBytes: FILE.length,
    })
  assert.equal((await download('first')).sha256, SHA256)
  // The address changes between the redirect and the file.
  await assert.rejects(download('second'), { code: 'ASSET_UNREACHABLE' })
  assert.deepEqual([asked.length, dialled.length, requests.length], [4, 3, 3])
  assert.ok(requests.every((request) => /^connection: close\r$/im.test(request)))
})

/** How often each outcome was seen: the hash of a file that came, or the message of one that did not. */
async function downloadMany(t: TestContext, url: string): Promise<Record<string, number>> {
  const folder = aFolder(t)
  const outcomes: Record<string, number> = {}
  for (let index = 0; index < DOWNLOADS; index++) {
    const toFile = path.join(folder, String(index))
    const download = downloadFile(url, { policy: aPolicy(LOCAL), toFile, maxBytes: FILE.length })
    const outcome = await download.then(
      ({ sha256 }) => sha256,
      (error) => error.message,
    )
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return outcomes
}

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-closing-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

function sendWhole(socket: Socket, ...head: string[]): void {
  socket.write([...head, '', ''].join('\r\n'))
  socket.end(FILE)
}

function sendChunks(socket: Socket, ...headers: string[]): void {
  socket.write(['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', ...headers, '', ''].join('\r\n'))
  for (let start = 0; start < FILE.length; start += 64 * 1024) {
    const piece = FILE.subarray(start, start + 64 * 1024)
    socket.write(`${piece.length.toString(16)}\r\n`)
    socket.write(piece)
    socket.write('\r\n')
  }
  socket.end('0\r\n\r\n')
}
