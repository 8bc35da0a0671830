import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, test } from 'node:test'
import { aLottie } from '@songreel/kit/testing/sample-lottie.ts'
import { startService } from '../../../testing/start-service.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const KB = 1024
const MB = 1024 * KB
const limits = {
  maxImageBytes: 50 * KB,
  maxAudioBytes: 60 * KB,
  maxVideoBytes: 100 * MB,
  maxLyricsBytes: 2 * KB,
}
const service = await startService({ after }, { config: limits })
const { api, url, token, services } = service

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), Buffer.from('JFIF\0 and so on')])
const MP4_HEAD = Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1')
const LRC = '[00:12.00]Lanterns lit\n'

const raw = { 'Content-Type': 'application/octet-stream' }
const send = (bytes: string | Uint8Array, headers = {}) =>
  api('POST', '/v1/uploads', bytes, { ...raw, ...headers })

function formOf(...files: [name: string, bytes: string | Uint8Array, fileName: string][]): FormData {
  const form = new FormData()
  form.append('note', 'a field before the file')
  for (const [name, bytes, fileName] of files) form.append(name, new Blob([bytes as BlobPart]), fileName)
  return form
}

/** Where files lie that have not wholly arrived. */
const incoming = path.join(services.config.dataDir, 'files', 'incoming')
const listIncoming = () => readdir(incoming)

test('a body of bytes becomes an asset that is here, and its url is a place of ours', async () => {
  const { status, headers, body } = await send(JPEG)

  assert.equal(status, 201)
  const { assetId } = body.data
  assert.deepEqual(body, {
    success: true,
    message: 'File stored',
    data: { assetId, url: `http://localhost:${services.config.port}/v1/uploads/${assetId}` },
  })
  assert.equal(headers.get('location'), `/v1/assets/${assetId}`)
  const asset = (await api('GET', `/v1/assets/${assetId}`)).body.data
  assert.deepEqual(asset, {
    assetId,
    kind: 'IMAGE',
    status: 'PENDING',
    sourceUrl: null,
    contentType: 'image/jpeg',
    bytes: JPEG.length,
    sha256: createHash('sha256').update(JPEG).digest('hex'),
    createdAt: asset.createdAt,
  })
})

test('the public address is used in the url where one is set', async (t) => {
  t.after(() => Object.assign(services.config, { publicUrl: undefined }))
  Object.assign(services.config, { publicUrl: 'https://videos.example.com' })
  const { assetId, url } = (await send(JPEG)).body.data
  assert.equal(url, `https://videos.example.com/v1/uploads/${assetId}`)
})

test('a form with one file, among fields, is taken too, with the name of the file', async () => {
  const { status, body } = await api(
    'POST',
    '/v1/uploads',
    formOf(['file', LRC, 'C:\\songs\\Mitternacht ö.lrc']),
  )
  assert.equal(status, 201)

  const download = await api('GET', `/v1/uploads/${body.data.assetId}`)
  assert.equal(download.body, LRC)
  assert.equal(download.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(
    download.headers.get('content-disposition'),
    'attachment; filename="Mitternacht ?.lrc"; filename*=UTF-8\'\'Mitternacht%20%C3%B6.lrc',
  )
  const asset = (await api('GET', `/v1/assets/${body.data.assetId}`)).body.data
  assert.deepEqual([asset.kind, asset.status], ['TEXT', 'READY'])
})

test('the bytes decide the type, whatever the request says', async () => {
  const { assetId } = (await send(JPEG, { 'Content-Type': 'audio/mpeg' })).body.data
  assert.equal((await api('GET', `/v1/assets/${assetId}`)).body.data.kind, 'IMAGE')
})

test('an empty upload, an empty form and a form without a file are refused', async () => {
  const empty = await send('')
  assert.deepEqual([empty.status, empty.body.error.details[0]?.field], [400, 'body'])
  const emptyFile = await api('POST', '/v1/uploads', formOf(['song', '', 'song.mp3']))
  assert.deepEqual([emptyFile.status, emptyFile.body.error.details[0]?.field], [400, 'song'])
  const noFile = await api('POST', '/v1/uploads', formOf())
  assert.deepEqual([noFile.status, noFile.body.error.code], [400, 'BAD_REQUEST'])
  assert.match(noFile.body.message, /holds no file/)
})

test('two files in one form, and a form that is cut off, are refused', async () => {
  const two = await api('POST', '/v1/uploads', formOf(['a', LRC, 'a.lrc'], ['b', LRC, 'b.lrc']))
  assert.equal(two.status, 400)
  assert.match(two.body.message, /more than one file/)

  const type = { 'Content-Type': 'multipart/form-data; boundary=xx' }
  const part = '--xx\r\nContent-Disposition: form-data; name="f"; filename="f.lrc"\r\n\r\n'
  for (const cutOff of [part, `${part}${LRC}`, `${part}${LRC}\r\n--x`, 'no boundary at all']) {
    const { status, body } = await api('POST', '/v1/uploads', cutOff, type)
    assert.deepEqual([status, body.error.code], [400, 'BAD_REQUEST'], cutOff)
  }
  const nameless = await api('POST', '/v1/uploads', part, { 'Content-Type': 'multipart/form-data' })
  assert.equal(nameless.status, 400)
})

test('a file of a type that can not be used is refused with what was seen', async () => {
  for (const [bytes, seen] of [
    ['%PDF-1.7\n', /application\/pdf/],
    ['<!doctype html><title>Sign in</title>', /a web page \(HTML\)/],
    ['\x00\x01\x02\x03', /data of an unknown type/],
  ] as const) {
    const { status, body } = await send(bytes)
    assert.deepEqual([status, body.error.code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
    assert.match(body.message, seen)
  }
  const json = await api('POST', '/v1/uploads', { url: 'https://cdn.example.com/a.jpg' })
  assert.equal(json.status, 415)
  assert.match(json.body.message, /not JSON/)
})

test('an animation may come as the JSON that it is, as curl and browsers send it', async () => {
  const lottie = JSON.stringify(aLottie())
  for (const type of ['application/json', 'application/json; charset=utf-8', 'video/lottie+json']) {
    const { status, body } = await api('POST', '/v1/uploads', lottie, { 'Content-Type': type })
    assert.equal(status, 201, type)
    assert.equal((await api('GET', `/v1/assets/${body.data.assetId}`)).body.data.kind, 'ANIMATION')
  }
})

test('a picture that calls itself JSON is taken for what its bytes are', async () => {
  const { status, body } = await send(JPEG, { 'Content-Type': 'application/json' })
  assert.equal(status, 201, body.message)
  assert.equal((await api('GET', `/v1/assets/${body.data.assetId}`)).body.data.kind, 'IMAGE')
})

test('each kind has its own limit, which the refusal names', async () => {
  const tooLarge = async (body: string | Uint8Array | FormData) => {
    const headers = body instanceof FormData ? {} : raw
    const answer = await api('POST', '/v1/uploads', body, headers)
    assert.deepEqual([answer.status, answer.body.error.code], [413, 'BODY_TOO_LARGE'])
    return answer.body.message
  }
  const image = Buffer.concat([JPEG, Buffer.alloc(limits.maxImageBytes)])

  assert.match(await tooLarge(image), /This image is too large: the limit is 51200 bytes/)
  assert.match(await tooLarge(formOf(['file', image, 'a.jpg'])), /the limit is 51200 bytes/)
  assert.match(await tooLarge('la '.repeat(1000)), /This text is too large: the limit is 2048 bytes/)
  assert.deepEqual(await listIncoming(), [])
})

test('a sender gets to read a refusal while it is still sending', async () => {
  const tail = Buffer.alloc(32 * KB)
  const form = '--xx\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
  const inForm = 'multipart/form-data; boundary=xx'
  for (const [type, start, status] of [
    ['image/jpeg', JPEG, 413],
    ['application/pdf', '%PDF-1.7', 415],
    ['application/json', '{', 415],
    [inForm, Buffer.concat([Buffer.from(form), JPEG]), 413],
    [inForm, `${form}%PDF-1.7`, 415],
  ] as const) {
    const body = Readable.toWeb(Readable.from(repeat(Buffer.from(start), tail, 400))) as BodyInit
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type }
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const response = await fetch(`${url}/v1/uploads`, init)
    const answer = await response.json()
    assert.equal(response.status, status, `${type}: ${JSON.stringify(answer)}`)
  }
  assert.deepEqual(await listIncoming(), [])
})

test('a large file goes to storage as it comes, and is not held in memory', async () => {
  const chunk = Buffer.alloc(256 * KB)
  const chunkCount = 256
  const bytes = MP4_HEAD.length + chunkCount * chunk.length
  let furthestBehind = 0
  async function* body() {
    yield MP4_HEAD
    for (let index = 1; index <= chunkCount; index++) {
      yield chunk
      if (index % 16 === 0)
        furthestBehind = Math.max(furthestBehind, index * chunk.length - (await sizeOfIncoming()))
    }
  }
  const outgoing = startUpload({ 'Content-Length': bytes })
  const answered = once(outgoing, 'response')
  await pipeline(Readable.from(body()), outgoing)
  const [response] = await answered
  const { data } = JSON.parse(Buffer.concat(await response.toArray()).toString())

  assert.equal(response.statusCode, 201)
  assert.ok(furthestBehind < 16 * MB, `${furthestBehind / MB} MB had been sent and were not in storage`)
  assert.ok(furthestBehind > 0, 'it was looked at on the way')
  const head = await api('HEAD', new URL(data.url).pathname)
  assert.equal(head.headers.get('content-length'), `${bytes}`)
})

test('an upload that its sender breaks off leaves nothing', async () => {
  const form = '--xx\r\nContent-Disposition: form-data; name="f"; filename="f.mp4"\r\n\r\n'
  for (const [type, start] of [
    ['video/mp4', ''],
    ['multipart/form-data; boundary=xx', form],
  ] as const) {
    const outgoing = startUpload({ 'Content-Length': 100 * KB, 'Content-Type': type })
    outgoing.on('error', () => {})
    outgoing.write(Buffer.concat([Buffer.from(start), MP4_HEAD, Buffer.alloc(40 * KB)]))
    await until(async () => (await listIncoming()).length > 0)
    outgoing.destroy()
    await until(async () => (await listIncoming()).length === 0)
  }
})

test('the same Idempotency-Key and bytes are one asset; with other bytes the key is refused', async () => {
  const key = { 'Idempotency-Key': 'upload-1' }
  const first = await send(JPEG, key)
  const again = await send(JPEG, key)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.equal((await send(LRC, key)).body.error.code, 'IDEMPOTENCY_KEY_REUSED')
})

test('a download is whole, in part, unchanged, or out of range, as it was asked for', async () => {
  const { assetId } = (await send(LRC)).body.data
  const get = (headers = {}, method = 'GET') => api(method, `/v1/uploads/${assetId}`, undefined, headers)
  const whole = await get()
  const etag = whole.headers.get('etag') as string

  assert.deepEqual([whole.status, whole.body], [200, LRC])
  assert.equal(whole.headers.get('accept-ranges'), 'bytes')
  assert.equal(whole.headers.get('content-length'), `${LRC.length}`)
  assert.equal(whole.headers.get('cache-control'), 'private, no-cache')
  assert.equal(whole.headers.get('x-content-type-options'), 'nosniff')

  const part = await get({ Range: 'bytes=10-17' })
  assert.deepEqual([part.status, part.body], [206, 'Lanterns'])
  assert.equal(part.headers.get('content-range'), `bytes 10-17/${LRC.length}`)
  assert.equal((await get({ Range: 'bytes=-4' })).body, 'lit\n')
  assert.equal((await get({ Range: 'bytes=19-' })).body, 'lit\n')
  assert.equal((await get({ Range: 'bytes=0-3', 'If-Range': etag })).status, 206)

  for (const headers of [
    { Range: 'bytes=0-3', 'If-Range': '"other"' },
    { Range: 'bytes=0-1,4-5' },
    { Range: 'lines=1-2' },
    { Range: 'nonsense' },
  ]) {
    const answer = await get(headers)
    assert.deepEqual([answer.status, answer.body], [200, LRC], JSON.stringify(headers))
  }

  const head = await get({}, 'HEAD')
  assert.deepEqual([head.status, head.body], [200, ''])
  assert.equal(head.headers.get('content-length'), `${LRC.length}`)
  assert.equal((await get({ 'If-None-Match': etag })).status, 304)
  assert.equal((await get({ 'If-None-Match': `"x", W/${etag}` })).status, 304)
  assert.equal((await get({ 'If-None-Match': '"x"' })).status, 200)

  const beyond = await get({ Range: 'bytes=1000-' })
  assert.deepEqual([beyond.status, beyond.body.error.code], [416, 'RANGE_NOT_SATISFIABLE'])
  assert.equal(beyond.headers.get('content-range'), `bytes */${LRC.length}`)
  assert.equal(beyond.headers.get('content-disposition'), null)
})

test("a download needs a token of the file's organization", async () => {
  const other = await service.addOrganization()
  const { assetId } = (await send(LRC)).body.data

  assert.equal((await other.api('GET', `/v1/uploads/${assetId}`)).body.error.code, 'ASSET_NOT_FOUND')
  assert.equal((await service.apiAs(undefined)('GET', `/v1/uploads/${assetId}`)).status, 401)
  assert.equal((await service.apiAs(undefined)('POST', '/v1/uploads', JPEG, raw)).status, 401)
})

test('bytes that somebody deleted from the store are gone, never an empty response', async () => {
  const { assetId } = (await send(Buffer.concat([JPEG, Buffer.from('lost')]))).body.data
  const { sha256 } = (await api('GET', `/v1/assets/${assetId}`)).body.data
  await services.storage.delete(`assets/${service.orgId}/${sha256.slice(0, 2)}/${sha256}`)

  const { status, body } = await api('GET', `/v1/uploads/${assetId}`)
  assert.deepEqual([status, body.error.code], [410, 'OUTPUT_EXPIRED'])
  assert.equal(body.message, 'The file is no longer in the store. Upload it again.')
})

/** How much of the one file on its way is in storage. */
async function sizeOfIncoming(): Promise<number> {
  const [name] = await listIncoming()
  return name ? (await stat(path.join(incoming, name))).size : 0
}

const until = (isSo: () => Promise<boolean>) => waitFor('it comes to be', isSo)

function startUpload(headers: Record<string, string | number>) {
  return request(`${url}/v1/uploads`, {
    method: 'POST',
    headers: { ...raw, Authorization: `Bearer ${token}`, ...headers },
  })
}

async function* repeat(start: Buffer, tail: Buffer, count: number) {
  yield start
  for (let index = 0; index < count; index++) yield tail
}
