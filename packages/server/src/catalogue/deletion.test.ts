import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { aMedia, aMediaBundle, anArtist, create, createSong, IMAGE_URL } from '../../testing/builders.ts'
import { startService } from '../../testing/start-service.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { deleteArtist } from './deletion.ts'
import { createMediaBundle } from './media-bundles.ts'

const { api, services, orgId, addOrganization } = await startService({ after })
const { db, config } = services

type Ids = { artistId: string; mediaBundleId: string; mediaId: string }

const pathsOf = (ids: Ids) => [
  `/v1/artists/${ids.artistId}`,
  `/v1/media-bundles/${ids.mediaBundleId}`,
  `/v1/media/${ids.mediaId}`,
]

/** What of a song can be read: artist, bundle, and whether the song is active. */
async function stateOf(ids: Ids): Promise<string> {
  const [artist, bundle, media] = await Promise.all(pathsOf(ids).map((path) => api('GET', path)))
  const isActive = media?.status === 200 ? media.body.data.isActive : 'gone'
  return `artist ${artist?.status}, bundle ${bundle?.status}, media ${isActive}`
}

const ALL_HERE = 'artist 200, bundle 200, media true'
const ALL_DELETED = 'artist 404, bundle 404, media false'

test('what has nothing below it is deleted at once, and the answer says what', async () => {
  const ids = await createSong(api)
  const [artist, bundle, media] = pathsOf(ids) as [string, string, string]

  const answers = [await api('DELETE', media), await api('DELETE', bundle), await api('DELETE', artist)]
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.data]),
    [
      [200, { mediaId: ids.mediaId, deleted: true }],
      [200, { mediaBundleId: ids.mediaBundleId, deleted: true }],
      [200, { artistId: ids.artistId, deleted: true }],
    ],
  )
  assert.equal(await stateOf(ids), ALL_DELETED)
})

test('a parent with living children is kept, and the answer says how many', async () => {
  const ids = await createSong(api)
  await create(api, '/v1/media', aMedia({ mediaBundleId: ids.mediaBundleId }))
  const [artist, bundle] = pathsOf(ids) as [string, string, string]

  for (const query of ['', '?cascade=false']) {
    const refused = await api('DELETE', bundle + query)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'HAS_CHILDREN'])
    assert.match(refused.body.message, /2 media records below it/)
  }
  assert.match((await api('DELETE', artist)).body.message, /1 media bundle below it/)
  assert.equal((await api('DELETE', `${artist}?cascade=maybe`)).status, 400)
  assert.equal(await stateOf(ids), ALL_HERE)
})

test('a cascade takes everything below along, and restoring brings exactly that back', async () => {
  const ids = await createSong(api)
  const earlier = await create(
    api,
    '/v1/media',
    aMedia({ mediaBundleId: ids.mediaBundleId, name: 'Earlier' }),
  )
  await api('DELETE', `/v1/media/${earlier.mediaId}`)
  const [artist] = pathsOf(ids) as [string]
  const before = (await api('GET', artist)).body.data

  assert.equal((await api('DELETE', `${artist}?cascade=true`)).status, 200)
  assert.equal(await stateOf(ids), ALL_DELETED)

  const restored = await api('POST', `${artist}/restore`)
  assert.deepEqual([restored.status, restored.body.data], [200, before])
  assert.equal(await stateOf(ids), ALL_HERE)
  const still = (await api('GET', `/v1/media/${earlier.mediaId}`)).body.data
  assert.equal(still.isActive, false, 'what was deleted before on its own stays deleted')
})

test('a bundle takes its songs along and back, and a song comes back on its own', async () => {
  const ids = await createSong(api)
  const [, bundle, media] = pathsOf(ids) as [string, string, string]

  await api('DELETE', `${bundle}?cascade=true`)
  assert.equal(await stateOf(ids), 'artist 200, bundle 404, media false')
  const restored = await api('POST', `${bundle}/restore`)
  assert.deepEqual(Object.keys(restored.body.data), [
    'mediaBundleId',
    'name',
    'artistId',
    'imageAssetId',
    'upc',
  ])
  assert.equal(await stateOf(ids), ALL_HERE)

  await api('DELETE', media)
  assert.equal((await api('POST', `${media}/restore`)).body.data.isActive, true)
  assert.equal(await stateOf(ids), ALL_HERE)
})

test('nothing comes back under a parent that is still deleted', async () => {
  const ids = await createSong(api)
  const [artist, bundle, media] = pathsOf(ids) as [string, string, string]
  await api('DELETE', `${artist}?cascade=true`)

  for (const [path, parentId] of [
    [bundle, ids.artistId],
    [media, ids.mediaBundleId],
  ] as const) {
    const refused = await api('POST', `${path}/restore`)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
    assert.ok(refused.body.message.includes(parentId), 'it names the parent')
  }
  assert.equal(await stateOf(ids), ALL_DELETED)
})

test('restoring what is not deleted changes nothing and answers the record', async () => {
  const ids = await createSong(api)
  for (const path of pathsOf(ids)) {
    const record = (await api('GET', path)).body.data
    assert.deepEqual((await api('POST', `${path}/restore`)).body.data, record)
  }
})

test('a deleted record can not be changed: artists and bundles are gone, a song asks to be restored', async () => {
  const ids = await createSong(api)
  const [artist, bundle, media] = pathsOf(ids) as [string, string, string]
  await api('DELETE', `${artist}?cascade=true`)

  for (const body of [{ name: 'New' }, { imageUrl: IMAGE_URL }]) {
    assert.equal((await api('PUT', artist, body)).status, 404)
    assert.equal((await api('PUT', bundle, body)).status, 404)
    const refused = await api('PUT', media, body)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
    assert.match(refused.body.message, /restore/)
  }
})

test('deleting again: artists and bundles are gone, a song that is deleted stays so', async () => {
  const ids = await createSong(api)
  const [artist, bundle, media] = pathsOf(ids) as [string, string, string]
  await api('DELETE', `${artist}?cascade=true`)

  assert.equal((await api('DELETE', artist)).status, 404)
  assert.equal((await api('DELETE', bundle)).status, 404)
  assert.equal((await api('DELETE', media)).status, 200)
  await api('POST', `${artist}/restore`)
  assert.equal(await stateOf(ids), ALL_HERE, 'deleting it again did not take it out of the cascade')
})

test('lists leave deleted records out; songs come with includeDeleted=true', async () => {
  const own = await addOrganization()
  const ids = await createSong(own.api)
  await own.api('DELETE', `/v1/artists/${ids.artistId}?cascade=true`)
  const items = async (path: string) => (await own.api('GET', path)).body.data.items

  for (const path of ['/v1/artists', '/v1/media-bundles', '/v1/media', '/v1/media?includeDeleted=false']) {
    assert.deepEqual(await items(path), [], path)
  }
  const [media] = await items('/v1/media?includeDeleted=true')
  assert.deepEqual([media.mediaId, media.isActive], [ids.mediaId, false])
})

test('after the retention time a deleted record is as if it had never been', async () => {
  const ids = await createSong(api)
  await api('DELETE', `/v1/artists/${ids.artistId}?cascade=true`)
  const age = async (days: number) => {
    const moment = sql`now() - make_interval(days => ${days})`
    await sql`update artists set deleted_at = ${moment} where artist_id = ${ids.artistId}`.execute(db)
    await sql`update media_bundles set deleted_at = ${moment} where artist_id = ${ids.artistId}`.execute(db)
    await sql`update media set deleted_at = ${moment} where artist_id = ${ids.artistId}`.execute(db)
  }

  await age(config.retentionDays + 1)
  for (const path of pathsOf(ids)) {
    assert.equal((await api('GET', path)).status, 404, path)
    assert.equal((await api('DELETE', path)).status, 404, path)
    assert.equal((await api('POST', `${path}/restore`)).status, 404, path)
  }
  const listed = (await api('GET', `/v1/media?includeDeleted=true&artistId=${ids.artistId}`)).body.data
  assert.deepEqual(listed.items, [])
  await age(config.retentionDays - 1)
  assert.equal((await api('GET', pathsOf(ids)[2] as string)).body.data.isActive, false)
})

test('creating under a parent while it is deleted never leaves an orphan', async () => {
  for (let round = 0; round < 8; round++) {
    const ids = await createSong(api)
    const [artist] = pathsOf(ids) as [string]
    const calls = [
      () => api('POST', '/v1/media-bundles', aMediaBundle({ artistId: ids.artistId })),
      () => api('POST', '/v1/media', aMedia({ mediaBundleId: ids.mediaBundleId })),
      () => api('DELETE', `${artist}?cascade=true`),
      () => api('POST', '/v1/media', aMedia({ mediaBundleId: ids.mediaBundleId, imageUrl: IMAGE_URL })),
      () => api('POST', '/v1/media-bundles', aMediaBundle({ artistId: ids.artistId, imageUrl: IMAGE_URL })),
    ]
    const answers = await Promise.all(
      [...calls.slice(round % 5), ...calls.slice(0, round % 5)].map((call) => call()),
    )
    for (const { status } of answers) assert.ok([200, 201, 404].includes(status), `${status}`)
    assert.equal(await countLiveBelow(ids.artistId), 0, `round ${round}`)
  }
})

test('a parent that is just getting a child is not deleted without cascade', async () => {
  for (let round = 0; round < 8; round++) {
    const { artistId } = await create(api, '/v1/artists', anArtist())
    const remove = () => api('DELETE', `/v1/artists/${artistId}`)
    const add = () => api('POST', '/v1/media-bundles', aMediaBundle({ artistId, imageUrl: IMAGE_URL }))
    const [removed, added] =
      round % 2 ? await Promise.all([remove(), add()]) : (await Promise.all([add(), remove()])).reverse()

    const outcome = `${removed?.status} ${added?.status}`
    assert.ok(outcome === '200 404' || outcome === '409 201', outcome)
    assert.equal(await countLiveBelow(artistId), added?.status === 201 ? 1 : 0)
  }
})

test('bringing a song back while its bundle is deleted never leaves an orphan', async () => {
  for (let round = 0; round < 6; round++) {
    const ids = await createSong(api)
    const [, bundle, media] = pathsOf(ids) as [string, string, string]
    await api('DELETE', media)
    const [restored, removed] = await Promise.all([api('POST', `${media}/restore`), api('DELETE', bundle)])

    const outcome = `${restored.status} ${removed.status}`
    assert.ok(outcome === '200 409' || outcome === '409 200', outcome)
  }
})

test('whoever deletes a parent waits for a child that is being made, and then sees it', async () => {
  const { artistId } = await create(api, '/v1/artists', anArtist())
  const making = await openTransaction()
  await createMediaBundle(services, making.transaction, orgId, aMediaBundle({ artistId }))
  const removed = api('DELETE', `/v1/artists/${artistId}`)
  await untilSomebodyWaits()
  await making.commit()

  assert.equal((await removed).status, 409)
  assert.equal(await countLiveBelow(artistId), 1)
})

test('whoever makes a child waits for the deletion of its parent, and then finds none', async () => {
  const ids = await createSong(api)
  const deleting = await openTransaction()
  await deleteArtist(deleting.transaction, { orgId, id: ids.artistId, cascade: true })
  const added = [
    api('POST', '/v1/media-bundles', aMediaBundle({ artistId: ids.artistId })),
    api('POST', '/v1/media', aMedia({ mediaBundleId: ids.mediaBundleId, imageUrl: IMAGE_URL })),
  ]
  await untilSomebodyWaits(2)
  await deleting.commit()

  for (const answer of added) assert.equal((await answer).status, 404)
  assert.equal(await countLiveBelow(ids.artistId), 0)
})

async function openTransaction() {
  const transaction = await db.startTransaction().execute()
  return { transaction, commit: () => transaction.commit().execute() }
}

/** Until so many others wait for a lock of a transaction that the test holds open. */
async function untilSomebodyWaits(count = 1): Promise<void> {
  const waiting = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `
  await waitFor('somebody waits', async () => ((await waiting.execute(db)).rows[0]?.count ?? 0) >= count)
}

/** Living bundles and songs of an artist, whoever may have forgotten them. */
async function countLiveBelow(artistId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from media_bundles where artist_id = ${artistId} and deleted_at is null)
         + (select count(*) from media where artist_id = ${artistId} and deleted_at is null) as count
  `.execute(db)
  return rows[0]?.count ?? -1
}
