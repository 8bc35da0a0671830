import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startFlow, TINY, unruly } from '@songreel/server/testing/start-flow.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import { type BatchRecord, RenderFailedError, Songreel, SongreelError, TimeoutError } from './index.ts'

const flow = await startFlow({ after })
const { url, token, songUrl, makeGate } = flow
const songreel = new Songreel({ baseUrl: url, token, retryDelayMs: 5 })
const folder = mkdtempSync(join(tmpdir(), 'songreel-sdk-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const SONG = { artist: { name: 'Odalys Wren' }, media: { name: 'Tin Lanterns', audioUrl: songUrl } }
const song = join(folder, 'Odalys Wren - Tin Lanterns.wav')
writeFileSync(song, makeTestSong())

test('a song file becomes a video on disk', async () => {
  const uploaded: number[] = []
  const batch = await songreel.batches.createFromFiles(
    {
      audio: song,
      lyrics: new Blob(['[00:00.50]Tin lanterns\n']),
      renders: [{ contentId: 'TEST_LYRICS', videoSettings: TINY }],
    },
    { onUpload: ({ field, sentBytes }) => field === 'audio' && uploaded.push(sentBytes) },
  )
  assert.equal(uploaded.at(-1), readFileSync(song).length)

  const seen: number[] = []
  const done = await songreel.batches.waitForCompletion(batch.batchId, {
    onProgress: ({ progress }) => seen.push(progress),
  })
  assert.equal(done.status, 'COMPLETED')
  assert.equal(seen.at(-1), 100)
  const media = await songreel.media.get(done.mediaId ?? '')
  assert.equal(media.name, 'Tin Lanterns')
  assert.equal((await songreel.artists.get(done.artistId)).name, 'Odalys Wren')
  assert.ok(media.textAssetsIds.LYRICS)

  const [video] = await songreel.batches.downloadAll(batch.batchId, { dir: join(folder, 'videos') })
  const { files } = await songreel.renders.get(video?.renderId ?? '')
  assert.equal(hash(readFileSync(video?.file ?? '')), files[0]?.sha256)
  const [srt = '', vtt = ''] = video?.captions ?? []
  assert.deepEqual(
    [srt, vtt],
    ['srt', 'vtt'].map((ending) => video?.file.replace('mp4', ending)),
  )
  assert.match(readFileSync(srt, 'utf8'), /-->.*\nTin lanterns\n/)
  assert.match(readFileSync(vtt, 'utf8'), /^WEBVTT/)
  assert.ok((await readAll(await songreel.batches.archive(batch.batchId))).length > (video?.bytes ?? 0))
})

test('createFromFiles with a key of its own can be repeated as a whole', async () => {
  const input = { audio: song, renders: [unruly()] }
  const options = { idempotencyKey: 'release 7' }
  const first = await songreel.batches.createFromFiles(input, options)
  const second = await songreel.batches.createFromFiles(input, options)
  assert.equal(second.batchId, first.batchId)
  await songreel.batches.cancel(first.batchId)
})

test('createFromFiles asks whose song it is before it uploads anything', async () => {
  const nameless = songreel.batches.createFromFiles({ audio: new Blob(['x']), renders: [unruly()] })
  await assert.rejects(nameless, {
    name: 'SongreelError',
    message: /Whose song is it\? Pass artist: \{ name \}/,
  })
  const missing = songreel.batches.createFromFiles({ audio: join(folder, 'A - B.mp3'), renders: [unruly()] })
  await assert.rejects(missing, { name: 'SongreelError', message: /A - B\.mp3 can't be read/ })
})

test('a batch that fails is a RenderFailedError, unless the caller wants to look for himself', async () => {
  const input = { ...SONG, renders: [unruly({ trouble: 'THROW' }), unruly()] }
  await assert.rejects(songreel.batches.createAndWait(input), (error) => {
    assert.ok(error instanceof RenderFailedError)
    assert.equal(error.batch.status, 'PARTIALLY_COMPLETED')
    assert.equal(error.failed.length, 1)
    assert.match(error.message, /1 of 2 videos were made\. rnd_\S+ [A-Z_]+: /)
    return true
  })
  const [newest] = (await songreel.batches.list({ status: 'PARTIALLY_COMPLETED' })).items
  const batch = await songreel.batches.waitForCompletion(newest?.batchId ?? '', { throwOnFailure: false })
  assert.equal(batch.counts.failed, 1)
})

test('a stream that breaks off goes on where it was; where there is none, asking takes its place', async () => {
  const eventCalls: (string | null)[] = []
  const breaking: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!String(input).endsWith('/events')) return response
    eventCalls.push(new Headers(init?.headers).get('last-event-id'))
    return eventCalls.length === 1 ? endAfterFirstEvent(response) : response
  }
  const refusing: typeof fetch = async (input, init) =>
    String(input).endsWith('/events') ? new Response('no streams here', { status: 501 }) : fetch(input, init)

  const gate = makeGate()
  const { batchId } = await songreel.batches.create({
    ...SONG,
    renders: [unruly({ waitForFile: gate.file })],
  })
  const watchers = [breaking, refusing].map(async (fetch) => {
    const client = new Songreel({ baseUrl: url, token, fetch, retryDelayMs: 5 })
    const states: BatchRecord[] = []
    for await (const batch of client.batches.watch(batchId, { pollMs: 20 })) {
      states.push(batch)
      if (states.length > 1 || fetch === refusing) gate.open()
    }
    return states.map(({ status }) => status)
  })
  for (const statuses of await Promise.all(watchers)) assert.equal(statuses.at(-1), 'COMPLETED')
  assert.equal(eventCalls[0], null)
  assert.match(eventCalls[1] ?? '', /./)
})

test('waiting ends with its time or its signal, and the batch goes on', async () => {
  const gate = makeGate()
  const { batchId } = await songreel.batches.create({
    ...SONG,
    renders: [unruly({ waitForFile: gate.file })],
  })
  await assert.rejects(songreel.batches.waitForCompletion(batchId, { timeoutMs: 50 }), TimeoutError)
  const signal = AbortSignal.abort()
  await assert.rejects(songreel.batches.waitForCompletion(batchId, { signal }), { name: 'AbortError' })
  gate.open()
  assert.equal((await songreel.batches.waitForCompletion(batchId)).status, 'COMPLETED')
})

test('every call of the API has a method', async () => {
  const called = new Set<string>()
  const onRequest = ({ method, url: address }: { method: string; url: string }) =>
    called.add(`${method} ${new URL(address).pathname}`)
  const client = new Songreel({ baseUrl: url, token, onRequest, maxRetries: 0 })
  const id = 'nobody'
  const batch = { ...SONG, renders: [{ contentId: 'TEST_UNRULY', videoSettings: TINY }] }
  const calls: (() => Promise<unknown>)[] = [
    ...[client.artists, client.mediaBundles, client.media, client.brands].flatMap((records) => [
      () => records.create({} as never),
      () => records.get(id),
      () => records.update(id, {}),
      () => records.list(),
      () => records.delete(id, { cascade: true }),
      () => records.restore(id),
    ]),
    ...[client.mediaBundles, client.media].flatMap((records) => [
      () => records.renders(id, { stale: true }),
      () => records.rebuild(id),
      () => records.dryRunRebuild(id),
    ]),
    () => client.media.analysis(id),
    () => client.media.move(id, { mediaBundleId: id }),
    () => client.mediaBundles.move(id, { artistId: id }),
    () => client.mediaBundles.releasePack(id, { pack: 'SOCIAL' }, { isFresh: true }),
    () => client.mediaBundles.dryRunReleasePack(id),
    () => client.media.lyrics(id),
    () => client.media.lyricsFile(id, 'vtt'),
    () => client.catalogue.import([], { dryRun: true }),
    () => client.batches.dryRun(batch),
    () => client.batches.get(id),
    () => client.batches.list(),
    () => client.batches.cancel(id),
    () => client.batches.retry(id),
    () => client.batches.archive(id),
    () => client.batches.cancel({ ref: 'none' }),
    () => client.batches.retry({ ref: 'none' }),
    () => client.batches.archive({ ref: 'none' }),
    () => client.shares.create({ ref: 'none' }),
    () => client.shares.get(id),
    () => client.shares.list(),
    () => client.shares.revoke(id),
    () => client.batches.waitForCompletion(id),
    () => client.renders.get(id),
    () => client.renders.list(),
    () => client.renders.cancel(id),
    () => client.renders.moveUp(id),
    () => client.renders.retry(id),
    () => client.renders.deleteFiles(id),
    () => client.renders.redeliver(id),
    () => client.destinationCredentials.create({ name: 'x', accessKeyId: 'x', secretAccessKey: 'x' }),
    () => client.destinationCredentials.list(),
    () => client.destinationCredentials.test(id, { bucket: 'x' }),
    () => client.destinationCredentials.delete(id),
    () => client.contents.list({ deleted: true }),
    () => client.contents.get(id),
    () => client.contents.create({ look: 1, title: 'Neon', description: 'Plain', layers: [] }),
    () => client.contents.update(id, { look: 1, title: 'Neon', description: 'Plain', layers: [] }),
    () => client.contents.delete(id),
    () => client.contents.restore(id),
    () => client.contents.preview(id, {}, { clip: 1 }),
    () => client.contents.previewLook({ look: {} }, { clip: 1 }),
    () => client.contents.drawLook({ look: {} }),
    () => client.contents.getLookSchema(),
    () => client.assets.get(id),
    () => client.assets.list(),
    () => client.plugins.get(id),
    () => client.uploads.create(new Blob(['?'])),
    () => client.uploads.download(id),
    () => client.webhooks.test({ url: 'ftp://nowhere' }),
    () => client.webhooks.addresses(),
    () => client.webhooks.secret(),
    () => client.webhooks.rotateSecret(),
    () => client.webhookDeliveries.get(id),
    () => client.webhookDeliveries.resend(id),
    () => client.webhookDeliveries.recover({ since: new Date() }),
    () => client.organizations.create({ name: '' }),
    () => client.organizations.get(),
    () => client.organizations.update(id, {}),
    () => client.organizations.rotateToken(id),
    () => client.organizations.quota(),
    () => client.organizations.setQuota(id, {}),
    () => client.apiKeys.create({ name: '', scopes: [] }),
    () => client.apiKeys.list(),
    () => client.apiKeys.revoke(id),
    async () => {
      for await (const { type } of client.events.stream()) if (type === 'open') return
    },
    () => client.service.usage({ days: 1 }),
    () => client.service.workload(),
    () => client.service.usageCsv({ by: 'artist' }),
    () => client.service.limits(),
    () => client.service.version(),
    () => client.service.liveness(),
    () => client.service.readiness(),
    () => client.service.metrics(),
    () => client.service.openapi(),
  ]
  for (const call of calls)
    await call().catch((error) => assert.ok(error instanceof SongreelError, `${error}`))

  const { paths } = (await songreel.service.openapi()) as { paths: Record<string, Record<string, object>> }
  const missing = Object.entries(paths).flatMap(([path, operations]) => {
    const form = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    const isCalled = (method: string) =>
      [...called].some((call) => call.startsWith(`${method} `) && form.test(call.slice(method.length + 1)))
    // PATCH and PUT are the same call.
    const methods = Object.keys(operations)
      .map((name) => name.toUpperCase())
      .filter((name) => name !== 'PUT')
    return methods.filter((method) => !isCalled(method)).map((method) => `${method} ${path}`)
  })
  assert.deepEqual(missing, [])
})

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** The same response, cut off behind its first event that has an id. */
function endAfterFirstEvent(response: Response): Response {
  let text = ''
  const decoder = new TextDecoder()
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      text += decoder.decode(chunk, { stream: true })
      controller.enqueue(chunk)
      if (/id: .*\n.*\n.*\n\n/.test(text)) controller.error(new TypeError('terminated'))
    },
  })
  return new Response(response.body?.pipeThrough(cut), response)
}
