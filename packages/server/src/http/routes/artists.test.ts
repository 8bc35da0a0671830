import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { anArtist, create, IMAGE_URL } from '../../../testing/builders.ts'
import { startService } from '../../../testing/start-service.ts'

const { api, addOrganization } = await startService({ after })
const ASSET_ID = /^ast_[0-9A-Z]{26}$/

test('POST /v1/artists takes name and imageUrl and answers artistId and name', async () => {
  const answer = await api('POST', '/v1/artists', { name: '  Odalys Wren ', imageUrl: IMAGE_URL })

  assert.equal(answer.status, 201)
  const { artistId } = answer.body.data
  assert.match(artistId, /^art_[0-9A-Z]{26}$/)
  assert.deepEqual(answer.body, {
    success: true,
    message: 'Artist created',
    data: { artistId, name: 'Odalys Wren' },
  })
  assert.equal(answer.headers.get('location'), `/v1/artists/${artistId}`)
})

test('GET /v1/artists/{artistId} answers name, artistId and imageAssetId, without a message', async () => {
  const { artistId } = await create(api, '/v1/artists', anArtist({ imageUrl: IMAGE_URL }))
  const { status, body } = await api('GET', `/v1/artists/${artistId}`)

  assert.equal(status, 200)
  assert.match(body.data.imageAssetId, ASSET_ID)
  const { imageAssetId } = body.data
  assert.deepEqual(body, { success: true, data: { name: 'Odalys Wren', artistId, imageAssetId } })
})

test('PUT /v1/artists/{artistId} takes name and imageUrl and answers artistId, name and imageAssetId', async () => {
  const { artistId } = await create(api, '/v1/artists', anArtist({ imageUrl: IMAGE_URL }))
  const before = (await api('GET', `/v1/artists/${artistId}`)).body.data
  const { status, body } = await api('PUT', `/v1/artists/${artistId}`, {
    name: 'Odalys',
    imageUrl: IMAGE_URL,
  })

  assert.equal(status, 200)
  const { imageAssetId } = body.data
  assert.deepEqual(body.data, { artistId, name: 'Odalys', imageAssetId })
  assert.match(imageAssetId, ASSET_ID)
  assert.notEqual(imageAssetId, before.imageAssetId, 'the same address gives a new asset')
})

test('an artist without a picture has the asset id null', async () => {
  const { artistId } = await create(api, '/v1/artists', anArtist())
  assert.equal((await api('GET', `/v1/artists/${artistId}`)).body.data.imageAssetId, null)
})

test('PUT and PATCH change only what is sent, and null clears', async () => {
  const { artistId } = await create(api, '/v1/artists', anArtist({ imageUrl: IMAGE_URL }))
  const path = `/v1/artists/${artistId}`
  const first = (await api('GET', path)).body.data

  assert.deepEqual((await api('PATCH', path, { name: 'Odalys' })).body.data, { ...first, name: 'Odalys' })
  assert.deepEqual((await api('PUT', path, {})).body.data, { ...first, name: 'Odalys' })
  const cleared = { artistId, name: 'Odalys', imageAssetId: null }
  assert.deepEqual((await api('PUT', path, { imageUrl: null })).body.data, cleared)
  assert.deepEqual((await api('GET', path)).body.data, cleared)
})

test('a name can not be cleared, emptied or left out', async () => {
  const { artistId } = await create(api, '/v1/artists', anArtist())
  const attempts = [
    await api('PUT', `/v1/artists/${artistId}`, { name: null }),
    await api('PUT', `/v1/artists/${artistId}`, { name: '  ' }),
    await api('POST', '/v1/artists', {}),
  ]
  for (const { status, body } of attempts) {
    assert.equal(status, 400)
    assert.equal(body.error.code, 'VALIDATION_ERROR')
    assert.deepEqual(
      body.error.details.map((detail: { field: string }) => detail.field),
      ['name'],
    )
  }
})

test('the asset behind a picture is there at once, pending, with its address', async () => {
  const { artistId } = await create(api, '/v1/artists', anArtist({ imageUrl: IMAGE_URL }))
  const { imageAssetId } = (await api('GET', `/v1/artists/${artistId}`)).body.data
  const { body } = await api('GET', `/v1/assets/${imageAssetId}`)

  const { createdAt } = body.data
  assert.deepEqual(body.data, {
    assetId: imageAssetId,
    kind: 'IMAGE',
    status: 'PENDING',
    sourceUrl: IMAGE_URL,
    contentType: null,
    bytes: null,
    sha256: null,
    createdAt,
  })
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('no call reaches an artist, an asset or a plugin of somebody else', async () => {
  const other = await addOrganization()
  const { artistId } = await create(api, '/v1/artists', anArtist({ imageUrl: IMAGE_URL }))
  const { imageAssetId } = (await api('GET', `/v1/artists/${artistId}`)).body.data

  const calls = [
    ['GET', `/v1/artists/${artistId}`, undefined],
    ['PUT', `/v1/artists/${artistId}`, { name: 'mine' }],
    ['PATCH', `/v1/artists/${artistId}`, { imageUrl: IMAGE_URL }],
    ['DELETE', `/v1/artists/${artistId}`, undefined],
    ['POST', `/v1/artists/${artistId}/restore`, undefined],
    ['GET', `/v1/assets/${imageAssetId}`, undefined],
  ] as const
  for (const [method, path, body] of calls) {
    const foreign = await other.api(method, path, body)
    const unknown = await other.api(method, path.replace(/_[0-9A-Z]{26}/, `_${'0'.repeat(26)}`), body)
    assert.equal(foreign.status, 404, `${method} ${path}`)
    const withoutIds = ({ body: { requestId: _, ...rest } }: typeof foreign) =>
      JSON.stringify(rest).replaceAll(/_[0-9A-Z]{26}/g, '_')
    assert.equal(withoutIds(foreign), withoutIds(unknown), 'the same answer as for what does not exist')
  }
  assert.deepEqual((await other.api('GET', '/v1/artists')).body.data, { items: [], nextCursor: null })
  assert.deepEqual((await other.api('GET', '/v1/assets')).body.data, { items: [], nextCursor: null })
})
