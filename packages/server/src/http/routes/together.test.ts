import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Batch, Page } from '@songreel/contract'
import { startService } from '../../../testing/start-service.ts'

const service = await startService({ after })
const { api } = service

/** Three songs that were sent together, and one that was not. */
async function send(own = api): Promise<string[]> {
  const songs = [
    { name: 'Tin Lanterns', isrc: 'QZABC2600001', ref: 'Harbour-EP/launch' },
    { name: 'Glass Hours', isrc: 'QZABC2600002', ref: 'Harbour-EP/launch' },
    { name: 'Øresund', isrc: 'NLA502600777', ref: 'Harbour-EP/launch' },
    { name: '100%_pure', isrc: 'SEXYZ2600009', ref: 'single_7' },
  ]
  const ids: string[] = []
  for (const { ref, ...media } of songs) {
    const { status, body } = await own('POST', '/v1/batches', {
      ref,
      artist: { name: 'Odalys Wren' },
      media: { ...media, audioUrl: 'https://cdn.example.com/song.mp3' },
      renders: [
        { contentId: 'BASE_BASIC_UNIFIED' },
        { contentId: 'BASE_BASIC_UNIFIED', videoSettings: { aspectRatio: '1x1' } },
      ],
    })
    assert.equal(status, 201, JSON.stringify(body))
    ids.push(body.data.batchId)
  }
  return ids
}

const ids = await send()
const list = async (path: string, own = api): Promise<Page<Batch>> => {
  const { status, body } = await own('GET', path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}
const found = async (query: string) => {
  const { items } = await list(`/v1/batches?${query}`)
  return items.map(({ batchId }) => ids.indexOf(batchId))
}

test('a batch is found by a part of its reference, its ISRC, its title and its artist', async () => {
  const search = (q: string) => found(`q=${encodeURIComponent(q)}`)
  assert.deepEqual(await search('bour-ep'), [2, 1, 0])
  assert.deepEqual(await search('LAUNCH'), [2, 1, 0])
  assert.deepEqual(await search('qz-abc-26'), [1, 0])
  assert.deepEqual(await search('00777'), [2])
  assert.deepEqual(await search('oresund'), [2])
  assert.deepEqual(await search('lantern'), [0])
  assert.deepEqual(await search('wren'), [3, 2, 1, 0])
  assert.deepEqual(await search('no such thing'), [])
})

test('signs that LIKE would take for its own stand for themselves', async () => {
  assert.deepEqual(await found(`q=${encodeURIComponent('%')}`), [3])
  assert.deepEqual(await found(`q=${encodeURIComponent('single_')}`), [3])
  assert.deepEqual(await found(`q=${encodeURIComponent('\\')}`), [])
})

test('songs and albums are found by parts of their codes, and renders by those of their batch', async () => {
  const names = async (path: string) =>
    (await api('GET', path)).body.data.items.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names('/v1/media?q=QZABC'), ['Glass Hours', 'Tin Lanterns'])
  assert.deepEqual(await names('/v1/media?q=2600009'), ['100%_pure'])
  const { body } = await api('GET', '/v1/renders?q=harbour&total=true&limit=1')
  assert.equal(body.data.total, 6)
  const ofRef = await api('GET', `/v1/renders?ref=${encodeURIComponent('single_7')}`)
  assert.equal(ofRef.body.data.items.length, 2)
})

test('every list can be turned round, page by page, and counted', async () => {
  assert.deepEqual(await found('order=asc'), [0, 1, 2, 3])
  const walk: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page<Batch> = await list(
      `/v1/batches?order=asc&limit=1&total=true${cursor && `&cursor=${cursor}`}`,
    )
    walk.push(...page.items.map(({ batchId }) => ids.indexOf(batchId)))
    assert.equal(page.total, 4, 'of all pages, on every page')
    cursor = page.nextCursor
  }
  assert.deepEqual(walk, [0, 1, 2, 3])
  const { nextCursor } = await list('/v1/batches?order=asc&limit=1')
  const { status, body } = await api('GET', `/v1/batches?limit=1&cursor=${nextCursor}`)
  assert.deepEqual([status, body.error.code], [400, 'INVALID_CURSOR'], 'a cursor goes one way')
  for (const path of [
    'artists',
    'media-bundles',
    'media',
    'assets',
    'renders',
    'webhook-deliveries',
    'api-keys',
  ])
    assert.equal(typeof (await list(`/v1/${path}?total=true`)).total, 'number', path)
  assert.equal((await list('/v1/batches')).total, undefined, 'only where it is asked for')
})

test('what was sent together is stopped together and tried again together', async () => {
  const own = await service.addOrganization('Together')
  const sent = await send(own.api)
  const ref = 'Harbour-EP/launch'
  const stopped = await own.api('POST', '/v1/batches/cancel', { ref })
  assert.equal(stopped.status, 200, JSON.stringify(stopped.body))
  assert.deepEqual(stopped.body.data, { ref, batchIds: sent.slice(0, 3), renders: 6 })
  const { items } = await list('/v1/batches?isFinal=true', own.api)
  assert.deepEqual(items.map(({ batchId }) => batchId).sort(), sent.slice(0, 3))
  assert.equal((await list('/v1/batches?isFinal=false', own.api)).items[0]?.batchId, sent[3])

  const again = await own.api('POST', '/v1/batches/cancel', { ref })
  assert.deepEqual([again.status, again.body.error.code], [409, 'NOT_CANCELABLE'])
  const retried = await own.api('POST', '/v1/batches/retry', { ref })
  assert.equal(retried.body.data.renders, 6)
  const nothing = await own.api('POST', '/v1/batches/retry', { ref })
  assert.deepEqual([nothing.status, nothing.body.error.code], [409, 'NOT_RETRYABLE'])
  assert.equal((await list('/v1/batches?isFinal=false', own.api)).items.length, 4)
})

test('a reference of another organization is like one that nobody has, and an empty one is refused', async () => {
  const stranger = await service.addOrganization('Stranger')
  const ask = (ref: string) =>
    Promise.all([
      stranger.api('POST', '/v1/batches/cancel', { ref }),
      stranger.api('POST', '/v1/batches/retry', { ref }),
      stranger.api('GET', `/v1/batches/archive?ref=${encodeURIComponent(ref)}`),
      stranger.api('POST', '/v1/shares', { ref }),
    ])
  for (const { status, body } of await ask('Harbour-EP/launch'))
    assert.deepEqual([status, body.error.code, body.error.details[0]?.field], [404, 'BATCH_NOT_FOUND', 'ref'])
  for (const { status, body } of await ask(''))
    assert.deepEqual([status, body.error.details[0]?.field], [400, 'ref'])
  const { status, body } = await api('GET', '/v1/batches/archive?ref=single_7')
  assert.deepEqual([status, body.error.code], [409, 'CONFLICT'], 'nothing is finished yet')
})
