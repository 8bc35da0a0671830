import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aMediaBundle, anArtist, create, IMAGE_URL } from '../../../testing/builders.ts'
import { startService } from '../../../testing/start-service.ts'

const { api, addOrganization } = await startService({ after })
const { artistId } = await create(api, '/v1/artists', anArtist())

test('POST /v1/media-bundles takes name, artistId, upc and imageUrl and answers mediaBundleId and name', async () => {
  const input = { name: 'Harbour EP', artistId, upc: '0 36000 29145 2', imageUrl: IMAGE_URL }
  const { status, headers, body } = await api('POST', '/v1/media-bundles', input)

  assert.equal(status, 201)
  const { mediaBundleId } = body.data
  assert.match(mediaBundleId, /^mbn_[0-9A-Z]{26}$/)
  const data = { mediaBundleId, name: 'Harbour EP' }
  assert.deepEqual(body, { success: true, message: 'Media bundle created', data })
  assert.equal(headers.get('location'), `/v1/media-bundles/${mediaBundleId}`)
})

test('GET /v1/media-bundles/{mediaBundleId} answers mediaBundleId, name, artistId, imageAssetId and upc', async () => {
  const input = aMediaBundle({ artistId, upc: '036000291452', imageUrl: IMAGE_URL })
  const { mediaBundleId } = await create(api, '/v1/media-bundles', input)
  const { body } = await api('GET', `/v1/media-bundles/${mediaBundleId}`)

  const { imageAssetId } = body.data
  assert.match(imageAssetId, /^ast_/)
  const data = { mediaBundleId, name: 'Harbour EP', artistId, imageAssetId, upc: '036000291452' }
  assert.deepEqual(body, { success: true, message: 'Media bundle found', data })
})

test('PUT /v1/media-bundles/{mediaBundleId} takes name and imageUrl and answers mediaBundleId, name and imageAssetId', async () => {
  const input = aMediaBundle({ artistId, upc: '036000291452', imageUrl: IMAGE_URL })
  const { mediaBundleId } = await create(api, '/v1/media-bundles', input)
  const path = `/v1/media-bundles/${mediaBundleId}`
  const before = (await api('GET', path)).body.data
  const { body } = await api('PUT', path, { name: 'Day EP', imageUrl: IMAGE_URL })

  const { imageAssetId } = body.data
  assert.deepEqual(body.data, { mediaBundleId, name: 'Day EP', imageAssetId })
  assert.notEqual(imageAssetId, before.imageAssetId)
  assert.deepEqual((await api('GET', path)).body.data, { ...before, name: 'Day EP', imageAssetId })
})

test('PUT takes upc too, and null clears it', async () => {
  const { mediaBundleId } = await create(api, '/v1/media-bundles', aMediaBundle({ artistId }))
  const path = `/v1/media-bundles/${mediaBundleId}`
  const upc = async () => (await api('GET', path)).body.data.upc

  assert.equal(await upc(), null)
  await api('PUT', path, { upc: '4006381333931' })
  assert.equal(await upc(), '4006381333931')
  await api('PATCH', path, { name: 'Other' })
  assert.equal(await upc(), '4006381333931')
  await api('PUT', path, { upc: null })
  assert.equal(await upc(), null)
})

test('a wrong product code is refused by name and rule', async () => {
  const { status, body } = await api(
    'POST',
    '/v1/media-bundles',
    aMediaBundle({ artistId, upc: '036000291453' }),
  )

  assert.equal(status, 400)
  assert.equal(body.error.code, 'VALIDATION_ERROR')
  assert.equal(body.error.details[0].field, 'upc')
  assert.match(body.error.details[0].message, /check digit/)
})

test('under an unknown, foreign or deleted artist nothing is created, and the answer names the field', async () => {
  const other = await addOrganization()
  const foreign = await create(other.api, '/v1/artists', anArtist())
  const deleted = await create(api, '/v1/artists', anArtist())
  await api('DELETE', `/v1/artists/${deleted.artistId}`)

  for (const parentId of ['art_unknown', foreign.artistId, deleted.artistId]) {
    for (const imageUrl of [undefined, IMAGE_URL]) {
      const { status, body } = await api(
        'POST',
        '/v1/media-bundles',
        aMediaBundle({ artistId: parentId, imageUrl }),
      )
      assert.equal(status, 404)
      assert.equal(body.error.code, 'ARTIST_NOT_FOUND')
      const message = `There is no such artist: ${parentId}`
      assert.deepEqual(body.error.details, [{ field: 'artistId', code: 'ARTIST_NOT_FOUND', message }])
    }
  }
})
