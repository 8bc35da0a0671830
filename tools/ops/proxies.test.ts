import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { startService } from '@songreel/server/testing/start-service.ts'
import { waitFor } from '@songreel/server/testing/wait-for.ts'
import { findProgram } from './find-program.ts'
import { PROXIES, startProxy } from './start-proxy.ts'

// The examples in ops/proxy, in real proxies, before a real service that trusts them.

const MB = 1024 * 1024
/** So many wrong tokens an address may send in a minute. */
const GUESSES = 30

for (const [name, proxy] of Object.entries(PROXIES)) {
  const program = findProgram(proxy.program)
  const skip = program ? false : `${proxy.program} is not installed`

  test(`${name}: events, uploads, ranges and addresses go through`, { skip }, async (t) => {
    const config = { trustProxy: ['127.0.0.1'], rateLimit: 1000 }
    const service = await startService(t, { config })
    const { token, api } = service
    const url = await startProxy(t, proxy, program ?? '', Number(new URL(service.url).port))
    const headers = { Authorization: `Bearer ${token}` }

    await t.test('an event arrives while its stream is open', async () => {
      const { body } = await api('POST', '/v1/batches', {
        artist: { name: 'Odalys Wren' },
        media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
        renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
      })
      const { batchId } = body.data
      const stream = await fetch(`${url}/v1/batches/${batchId}/events`, { headers })
      assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/)
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
      assert.match((await reader.read()).value ?? '', /PENDING/)
      // Nothing more comes before this, and it comes without waiting for the stream's end.
      await api('POST', `/v1/batches/${batchId}/cancel`)
      let said = ''
      while (!said.includes('CANCELED')) said += (await reader.read()).value ?? assert.fail(said)
      await reader.cancel()
    })

    await t.test('an upload reaches the service while it is sent, however large it is', async () => {
      const incoming = join(service.services.config.dataDir, 'files', 'incoming')
      const bytes = Buffer.concat([
        Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1'),
        randomBytes(8 * MB),
      ])
      const upload = request(`${url}/v1/uploads`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/octet-stream', 'Content-Length': bytes.length },
      })
      upload.write(bytes.subarray(0, 4 * MB))
      await waitFor('the first half is there', async () => {
        const [file] = await readdir(incoming).catch(() => [])
        return file !== undefined && (await stat(join(incoming, file))).size > 3 * MB
      })
      upload.end(bytes.subarray(4 * MB))
      const { status, text } = await readResponse(upload)
      assert.equal(status, 201, text)

      const { pathname } = new URL(JSON.parse(text).data.url)
      const part = await fetch(url + pathname, { headers: { ...headers, Range: 'bytes=100-199' } })
      assert.equal(part.status, 206)
      assert.equal(part.headers.get('content-range'), `bytes 100-199/${bytes.length}`)
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(100, 200))
    })

    await t.test('a client is known by its address, and not by the one it claims', async () => {
      const guess = async (from: string, claimed: string) => {
        const asked = request(`${url}/v1/limits`, {
          localAddress: from,
          headers: { Authorization: `Bearer ${randomBytes(20).toString('hex')}`, 'X-Forwarded-For': claimed },
        })
        asked.end()
        return (await readResponse(asked)).status
      }
      for (let count = 0; count < GUESSES; count++) await guess('127.0.0.3', `203.0.113.${count}`)
      assert.equal(await guess('127.0.0.3', '203.0.113.99'), 429)
      assert.equal(await guess('127.0.0.4', '127.0.0.3'), 401)
    })

    await t.test('probes and figures stay inside', async () => {
      for (const path of ['/livez', '/readyz', '/metrics']) {
        assert.equal((await fetch(url + path)).status, 404, path)
        assert.equal((await fetch(service.url + path)).status, 200, path)
      }
    })
  })
}

async function readResponse(asked: ClientRequest): Promise<{ status: number; text: string }> {
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks = await response.toArray()
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }
}
