import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, beforeEach, test } from 'node:test'
import { startAssetServer } from '../../testing/asset-server.ts'
import { startService } from '../../testing/start-service.ts'
import { collectAsset } from '../assets/collect-asset.ts'
import { insertAssets } from '../store/assets.ts'
import type { WorkError } from '../work-error.ts'
import { storeUpload } from './uploads.ts'

const MB = 1024 * 1024
const ENDLESS_MB = 1_000_000_000

const service = await startService({ after }, { config: { minFreeMb: 0 } })
const { services } = service
const { config, db } = services

beforeEach(() => {
  config.minFreeMb = 0
  config.maxStorageMb = 0
})

/** A file that passes as a WAV by its first bytes. */
function makeFile(sizeBytes: number): Buffer {
  const bytes = randomBytes(sizeBytes)
  bytes.write('RIFF', 0, 'latin1')
  bytes.write('WAVEfmt ', 8, 'latin1')
  return bytes
}

const upload = (bytes: Buffer, api = service.api) =>
  api('POST', '/v1/uploads', bytes, { 'Content-Type': 'application/octet-stream' })
const readStorage = async (api = service.api) => (await api('GET', '/v1/limits')).body.data.storage
const listIncoming = () => readdir(path.join(config.dataDir, 'files/incoming'))

test('an upload is refused while there is too little room', async () => {
  config.minFreeMb = ENDLESS_MB

  const { status, body, headers } = await upload(makeFile(1000))

  assert.deepEqual([status, body.error.code, headers.get('retry-after')], [503, 'UNAVAILABLE', '60'])
  assert.match(body.message, /not enough room on the disk/)
  assert.deepEqual(await listIncoming(), [])
})

test('an upload ends when the room runs out while it is sent', async () => {
  let sent = 0
  const file = makeFile(8 * MB)
  async function* send() {
    for (; sent < file.length; sent += MB) {
      yield file.subarray(sent, sent + MB)
      if (sent === 2 * MB) config.minFreeMb = ENDLESS_MB
    }
  }

  const stored = storeUpload(services, service.orgId, { stream: Readable.from(send()), field: 'body' })

  await assert.rejects(stored, { code: 'UNAVAILABLE' })
  assert.ok(sent < file.length, `${sent} bytes were taken`)
  assert.deepEqual(await listIncoming(), [])
})

test('a file is not collected while there is too little room', async (t) => {
  const server = await startAssetServer(t)
  const url = server.put('/words.txt', Buffer.from('Tin lanterns'))
  const { port } = new URL(url)
  config.fetchPorts = [Number(port)]
  const nothing = { fileName: null, contentType: null, bytes: null, sha256: null, width: null, height: null }
  const unknown = { durationSecs: null, codec: null, aspectRatio: null, loudness: null }
  const wanted = { kind: 'TEXT', status: 'PENDING', sourceUrl: url } as const
  const [assetId] = (await insertAssets(db, service.orgId, [{ ...wanted, ...nothing, ...unknown }])) as [
    string,
  ]
  const collect = (isLastAttempt: boolean) => {
    const asset = {
      ...wanted,
      ...nothing,
      ...unknown,
      assetId,
      lyrics: null,
      font: null,
      animation: null,
      error: null,
      createdAt: '',
    }
    const signal = new AbortController().signal
    return collectAsset(
      services,
      { orgId: service.orgId, asset },
      { signal, isLastAttempt, mayWaitOut: !isLastAttempt },
    )
  }
  config.minFreeMb = ENDLESS_MB

  await assert.rejects(collect(false), (error: WorkError) => error.code === 'STORAGE_FULL')

  config.minFreeMb = 0
  await collect(true)
  assert.equal((await service.api('GET', `/v1/assets/${assetId}`)).body.data.status, 'READY')
})

test('an organization stores so much and no more, and reads how much that is', async () => {
  const { api } = await service.addOrganization()
  config.maxStorageMb = 1
  const first = makeFile(0.4 * MB)
  for (const _ of ['once', 'again']) assert.equal((await upload(first, api)).status, 201)
  assert.deepEqual(await readStorage(api), { bytes: MB, usedBytes: first.length })

  const { status, body } = await upload(makeFile(0.7 * MB), api)

  assert.deepEqual([status, body.error.code], [403, 'STORAGE_QUOTA_EXCEEDED'])
  const { message: _, ...facts } = body.error.details[0]
  const figures = { limit: MB, used: first.length }
  assert.deepEqual(facts, { field: 'file', code: 'STORED_BYTES', quota: figures })
  assert.match(body.message, /stores 0\.4 MB of the 1 MB that it may, and this file has 0\.7 MB\. Delete/)
  assert.equal((await upload(makeFile(0.5 * MB), api)).status, 201)
  assert.equal((await upload(makeFile(0.7 * MB))).status, 201, 'each organization has its own')
  assert.deepEqual(await listIncoming(), [])
})

test('of many that come at once only those get in that fit', async () => {
  const { api } = await service.addOrganization()
  config.maxStorageMb = 1
  const files = Array.from({ length: 12 }, () => makeFile(0.2 * MB))

  const answers = await Promise.all(files.map((file) => upload(file, api)))

  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [...Array(5).fill(201), ...Array(7).fill(403)])
  assert.equal((await readStorage(api)).usedBytes, 5 * files[0]!.length)
})

test('lyrics that come as text count too', async () => {
  const { api } = await service.addOrganization()
  config.maxStorageMb = 1
  const made = await api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: {
      name: 'Tin Lanterns',
      audioUrl: 'https://cdn.example.com/a.mp3',
      lyricsText: `${'x'.repeat(999)}\n`.repeat(10),
    },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  assert.equal(made.status, 201)
  // The last line's end is trimmed.
  assert.equal((await readStorage(api)).usedBytes, 9_999)
})
