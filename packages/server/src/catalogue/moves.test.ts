import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../../testing/start-service.ts'

const service = await startService({ after })
const { api } = service

test('a song moves to another album, and so to its artist', async () => {
  const [one, two] = [await makeAlbum('One'), await makeAlbum('Two')]
  const song = await makeSong(one.mediaBundleId)
  const { status, body } = await api('POST', `/v1/media/${song}/move`, { mediaBundleId: two.mediaBundleId })
  assert.equal(status, 200)
  assert.deepEqual(pick(body.data), { artistId: two.artistId, mediaBundleId: two.mediaBundleId })
  assert.deepEqual(await listSongs(`mediaBundleId=${one.mediaBundleId}`), [])
  assert.deepEqual(await listSongs(`artistId=${two.artistId}`), [song])
  assert.equal((await api('DELETE', `/v1/artists/${one.artistId}?cascade=true`)).status, 200)
  assert.equal((await api('GET', `/v1/media/${song}`)).body.data.isActive, true, 'it is not theirs any more')
})

test('an album moves to another artist with all of its songs, also those that are deleted', async () => {
  const [one, two] = [await makeAlbum('One'), await makeAlbum('Two')]
  const songs = [await makeSong(one.mediaBundleId), await makeSong(one.mediaBundleId)]
  await api('DELETE', `/v1/media/${songs[0]}`)
  const { status } = await api('POST', `/v1/media-bundles/${one.mediaBundleId}/move`, {
    artistId: two.artistId,
  })
  assert.equal(status, 200)
  await api('POST', `/v1/media/${songs[0]}/restore`)
  for (const song of songs)
    assert.deepEqual(pick((await api('GET', `/v1/media/${song}`)).body.data), {
      artistId: two.artistId,
      mediaBundleId: one.mediaBundleId,
    })
  assert.equal((await api('DELETE', `/v1/artists/${one.artistId}`)).status, 200, 'nothing is left there')
})

test('nothing moves to what is not there, is deleted, or is somebody else’s', async () => {
  const [home, gone] = [await makeAlbum('Home'), await makeAlbum('Gone')]
  const song = await makeSong(home.mediaBundleId)
  await api('DELETE', `/v1/artists/${gone.artistId}?cascade=true`)
  const other = await service.addOrganization()
  const theirs = (await other.api('POST', '/v1/artists', { name: 'Other' })).body.data.artistId
  const theirAlbum = (await other.api('POST', '/v1/media-bundles', { name: 'O', artistId: theirs })).body.data
  for (const mediaBundleId of [gone.mediaBundleId, theirAlbum.mediaBundleId]) {
    const { status, body } = await api('POST', `/v1/media/${song}/move`, { mediaBundleId })
    assert.deepEqual([status, body.error.code], [404, 'MEDIA_BUNDLE_NOT_FOUND'])
    assert.equal(body.error.details[0].field, 'mediaBundleId')
  }
  for (const artistId of [gone.artistId, theirs]) {
    const { status, body } = await api('POST', `/v1/media-bundles/${home.mediaBundleId}/move`, { artistId })
    assert.deepEqual([status, body.error.code], [404, 'ARTIST_NOT_FOUND'])
  }
  assert.equal((await api('GET', `/v1/media/${song}`)).body.data.name, 'Song')
})

test('while an album is deleted, a song that leaves it is either there or here, and never lost', async () => {
  for (let round = 0; round < 8; round++) {
    const [from, to] = [await makeAlbum('From'), await makeAlbum('To')]
    const song = await makeSong(from.mediaBundleId)
    const [moved] = await Promise.all([
      api('POST', `/v1/media/${song}/move`, { mediaBundleId: to.mediaBundleId }),
      api('DELETE', `/v1/media-bundles/${from.mediaBundleId}?cascade=true`),
    ])
    const { isActive, mediaBundleId } = (await api('GET', `/v1/media/${song}`)).body.data
    if (moved.status === 200) assert.deepEqual([isActive, mediaBundleId], [true, to.mediaBundleId])
    else assert.deepEqual([moved.status, isActive, mediaBundleId], [409, false, from.mediaBundleId])
  }
})

test('deleted records are listed for as long as they can be restored, and nowhere else', async () => {
  const { artistId, mediaBundleId } = await makeAlbum('Short Lived')
  const mediaId = await makeSong(mediaBundleId)
  const beforeMs = Date.now() - 1000
  await api('DELETE', `/v1/artists/${artistId}?cascade=true`)
  for (const [path, id] of [
    ['artists', artistId],
    ['media-bundles', mediaBundleId],
    ['media', mediaId],
  ] as const) {
    const find = async (query: string) =>
      (await api('GET', `/v1/${path}?ids=${id}${query}`)).body.data.items as { deletedAt?: string }[]
    assert.deepEqual(await find(''), [], path)
    const [deleted, ...more] = await find('&deleted=true')
    assert.equal(more.length, 0)
    assert.match(deleted?.deletedAt ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.ok(Date.parse(deleted?.deletedAt ?? '') > beforeMs)
    assert.deepEqual(await find('&deleted=false'), [])
  }
  assert.equal((await api('POST', `/v1/artists/${artistId}/restore`)).status, 200)
  const { items } = (await api('GET', `/v1/artists?ids=${artistId}`)).body.data
  assert.deepEqual(
    Object.keys(items[0]).sort(),
    ['artistId', 'imageAssetId', 'name'],
    'the fields of a record',
  )
  assert.deepEqual((await api('GET', `/v1/artists?ids=${artistId}&deleted=true`)).body.data.items, [])
})

async function makeAlbum(name: string): Promise<{ artistId: string; mediaBundleId: string }> {
  const { artistId } = (await api('POST', '/v1/artists', { name })).body.data
  const { mediaBundleId } = (await api('POST', '/v1/media-bundles', { name, artistId })).body.data
  return { artistId, mediaBundleId }
}

async function makeSong(mediaBundleId: string): Promise<string> {
  return (await api('POST', '/v1/media', { name: 'Song', mediaBundleId })).body.data.mediaId
}

async function listSongs(query: string): Promise<string[]> {
  const { items } = (await api('GET', `/v1/media?${query}`)).body.data
  return items.map(({ mediaId }: { mediaId: string }) => mediaId)
}

function pick({ artistId, mediaBundleId }: { artistId: string; mediaBundleId: string }) {
  return { artistId, mediaBundleId }
}
