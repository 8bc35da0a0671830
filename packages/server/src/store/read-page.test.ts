import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Artist, Page } from '@songreel/contract'
import fc from 'fast-check'
import { aMedia, aMediaBundle, anArtist, create, createSong, IMAGE_URL } from '../../testing/builders.ts'
import { startService } from '../../testing/start-service.ts'
import { insertArtist, listArtists } from './artists.ts'

const service = await startService({ after })
const { api, services } = service
const { db } = services

const list = async (path: string) => (await api('GET', path)).body.data as Page<Record<string, unknown>>
const namesOf = (page: Page<Record<string, unknown>>) => page.items.map((item) => item.name)

test('walking pages of any size gives every record exactly once, newest first, whatever comes meanwhile', async () => {
  const { orgId } = await service.addOrganization()
  const made: string[] = []
  const add = async () =>
    made.unshift((await insertArtist(db, orgId, { ...anArtist(), imageAssetId: null })).artistId)
  for (let count = 0; count < 12; count++) await add()

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 15 }),
      async (limits) => {
        const expected = [...made]
        const seen: string[] = []
        let page: Page<Artist> | undefined
        for (let turn = 0; page?.nextCursor !== null; turn++) {
          const limit = limits[turn % limits.length] as number
          page = await listArtists(db, orgId, { limit, cursor: page?.nextCursor }, 30)
          assert.ok(page.items.length <= limit)
          seen.push(...page.items.map((artist) => artist.artistId))
          if (turn === 0) await add()
        }
        assert.deepEqual(seen, expected)
      },
    ),
    { numRuns: 15 },
  )
})

test('records that are deleted while somebody walks the list move nothing', async () => {
  const { orgId, api: own } = await service.addOrganization()
  const ids: string[] = []
  for (let count = 0; count < 6; count++) {
    ids.unshift((await insertArtist(db, orgId, { ...anArtist(), imageAssetId: null })).artistId)
  }
  const first = await listArtists(db, orgId, { limit: 2 }, 30)
  for (const gone of [ids[0], ids[1], ids[2]]) await own('DELETE', `/v1/artists/${gone}`)
  const rest = await listArtists(db, orgId, { limit: 10, cursor: first.nextCursor as string }, 30)

  assert.deepEqual(
    rest.items.map((artist) => artist.artistId),
    ids.slice(3),
  )
  assert.equal(rest.nextCursor, null)
})

test('a cursor of another list, other filters or another organization is refused, and so is nonsense', async () => {
  const other = await service.addOrganization()
  await create(api, '/v1/artists', anArtist({ name: 'Cursor One' }))
  await create(api, '/v1/artists', anArtist({ name: 'Cursor Two' }))
  const { nextCursor } = await list('/v1/artists?q=cursor&limit=1')
  assert.equal(namesOf(await list(`/v1/artists?q=cursor&limit=1&cursor=${nextCursor}`))[0], 'Cursor One')

  const refused = [
    await api('GET', `/v1/artists?q=curso&limit=1&cursor=${nextCursor}`),
    await api('GET', `/v1/media?q=cursor&limit=1&cursor=${nextCursor}`),
    await other.api('GET', `/v1/artists?q=cursor&limit=1&cursor=${nextCursor}`),
    await api('GET', '/v1/artists?cursor=nonsense'),
    await api('GET', '/v1/artists?cursor=%F0%9F%8E%B5'),
  ]
  for (const { status, body } of refused) {
    assert.deepEqual([status, body.error.code], [400, 'INVALID_CURSOR'])
    assert.equal(body.error.details[0].field, 'cursor')
  }
})

test('a limit outside 1 to 100 is refused', async () => {
  for (const limit of ['0', '101', '-1', '1.5', 'ten', '']) {
    const { status, body } = await api('GET', `/v1/media?limit=${limit}`)
    assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'], limit)
  }
})

test('q finds names without regard to case and accents, and takes its signs literally', async () => {
  for (const name of ['Björk 100%', 'BJORK 100x', 'Mø_Live'])
    await create(api, '/v1/artists', anArtist({ name }))

  assert.deepEqual(namesOf(await list('/v1/artists?q=bjork')), ['BJORK 100x', 'Björk 100%'])
  assert.deepEqual(namesOf(await list(`/v1/artists?q=${encodeURIComponent('BJÖRK 100%')}`)), ['Björk 100%'])
  assert.deepEqual(namesOf(await list('/v1/artists?q=mo_l')), ['Mø_Live'])
  assert.deepEqual(namesOf(await list('/v1/artists?q=mo%25l')), [])
})

test('a renamed record is found under its new name only', async () => {
  const { artistId } = await create(api, '/v1/artists', anArtist({ name: 'Zebra Before' }))
  await api('PUT', `/v1/artists/${artistId}`, { name: 'Zebra Áfter' })

  assert.deepEqual(namesOf(await list('/v1/artists?q=zebra')), ['Zebra Áfter'])
  assert.deepEqual(namesOf(await list('/v1/artists?q=before')), [])
})

test('bundles are found by artist and upc, songs by artist, bundle and isrc, in any spelling of the codes', async () => {
  const one = await createSong(api)
  const two = await createSong(api)
  const album = aMediaBundle({ artistId: one.artistId, name: 'Coded', upc: '036000291452' })
  const { mediaBundleId } = await create(api, '/v1/media-bundles', album)
  await create(api, '/v1/media', aMedia({ mediaBundleId, name: 'Coded Song', isrc: 'USRC17607839' }))

  assert.deepEqual(namesOf(await list(`/v1/media-bundles?artistId=${one.artistId}`)), ['Coded', 'Harbour EP'])
  assert.deepEqual(namesOf(await list(`/v1/media-bundles?artistId=${two.artistId}&upc=036000291452`)), [])
  assert.deepEqual(namesOf(await list('/v1/media-bundles?upc=0-36000-29145-2')), ['Coded'])
  assert.deepEqual(namesOf(await list(`/v1/media?artistId=${one.artistId}`)), ['Coded Song', 'Tin Lanterns'])
  assert.deepEqual(namesOf(await list(`/v1/media?mediaBundleId=${mediaBundleId}`)), ['Coded Song'])
  assert.deepEqual(namesOf(await list('/v1/media?isrc=us-rc1-76-07839')), ['Coded Song'])
  assert.deepEqual(namesOf(await list('/v1/media?artistId=art_unknown')), [])
})

test('a listed song is the record that reading it gives', async () => {
  const { mediaId } = await createSong(api, {
    imageUrl: IMAGE_URL,
    videoUrls: ['https://cdn.example.com/1.mp4'],
  })
  const { items } = await list('/v1/media?limit=1')
  assert.deepEqual(items, [(await api('GET', `/v1/media/${mediaId}`)).body.data])
})

test('assets are found by kind and status', async () => {
  const own = await service.addOrganization()
  await createSong(own.api, { imageUrl: IMAGE_URL, lyricsText: 'la la' })
  const kinds = async (query: string) =>
    (await own.api('GET', `/v1/assets?${query}`)).body.data.items.map((asset: { kind: string }) => asset.kind)

  assert.deepEqual(await kinds(''), ['TEXT', 'IMAGE'])
  assert.deepEqual(await kinds('kind=IMAGE'), ['IMAGE'])
  assert.deepEqual(await kinds('status=READY'), ['TEXT'])
  assert.deepEqual(await kinds('status=FAILED'), [])
  assert.equal((await own.api('GET', '/v1/assets?kind=SONG')).status, 400)
})

test('createdAfter and createdBefore leave out their own moment', async () => {
  const own = await service.addOrganization()
  const { assetId, createdAt } = await (async () => {
    await createSong(own.api, { imageUrl: IMAGE_URL })
    return (await own.api('GET', '/v1/assets')).body.data.items[0]
  })()
  const moment = (offsetMs: number) => new Date(Date.parse(createdAt) + offsetMs).toISOString()
  const found = async (query: string) =>
    (await own.api('GET', `/v1/assets?${query}`)).body.data.items.map(
      (asset: { assetId: string }) => asset.assetId,
    )

  assert.deepEqual(await found(`createdAfter=${moment(-1)}&createdBefore=${moment(1)}`), [assetId])
  assert.deepEqual(await found(`createdAfter=${moment(0)}`), [])
  assert.deepEqual(await found(`createdBefore=${moment(0)}`), [])
  assert.deepEqual(await found('createdBefore=0001-01-01T00:00:00Z'), [])
  assert.deepEqual(
    await found('createdAfter=0000-01-01T00:00:00%2B00:00&createdBefore=9999-12-31T23:59:59Z'),
    [assetId],
  )
  assert.equal((await own.api('GET', '/v1/assets?createdAfter=yesterday')).status, 400)
})
