import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../../testing/start-service.ts'
import { tagRecord } from './record-tag.ts'

const { api } = await startService({ after })

const artist = await create('artists', { name: 'Odalys Wren' })
const album = await create('media-bundles', { name: 'Harbour EP', artistId: artist })
const song = await create('media', { name: 'Tin Lanterns', mediaBundleId: album })

/** Every kind of record, with a change of its own. */
const KINDS = [
  [`/v1/artists/${artist}`, { name: 'Odalys Wren Trio' }],
  [`/v1/media-bundles/${album}`, { upc: '0602445790920' }],
  [`/v1/media/${song}`, { isrc: 'QZABC2600001' }],
] as const

for (const [path, change] of KINDS) {
  test(`${path.split('/')[2]}: what has changed since it was read is not overwritten, and every method minds that`, async () => {
    const read = await api('GET', path)
    const tag = read.headers.get('etag') ?? ''
    assert.match(tag, /^"[\w-]{22}"$/)
    assert.equal((await api('GET', path)).headers.get('etag'), tag, 'the same as long as nothing changes')

    const changed = await api('PUT', path, change, { 'If-Match': tag })
    assert.equal(changed.status, 200)
    const newTag = changed.headers.get('etag') ?? ''
    assert.notEqual(newTag, tag)
    assert.equal((await api('GET', path)).headers.get('etag'), newTag)

    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { status, body, headers } = await api(
        method,
        method === 'DELETE' ? `${path}?cascade=true` : path,
        method === 'DELETE' ? undefined : { name: 'Lost' },
        { 'If-Match': tag },
      )
      assert.deepEqual([status, body.error.code], [412, 'PRECONDITION_FAILED'], method)
      assert.equal(headers.get('etag'), newTag, 'which version there is')
    }
    const { name, upc, isrc } = (await api('GET', path)).body.data
    assert.notEqual(name, 'Lost')
    const { name: wanted = name } = change as { name?: string }
    assert.deepEqual({ name, upc, isrc }, { upc, isrc, ...change, name: wanted })

    for (const fine of ['*', `"other", ${newTag}`, `W/${newTag}`]) {
      const { status } = await api('PATCH', path, {}, { 'If-Match': fine })
      assert.equal(status, 200, fine)
    }
    const malformed = await api('PATCH', path, {}, { 'If-Match': newTag.replaceAll('"', '') })
    assert.deepEqual([malformed.status, malformed.body.error.code], [400, 'BAD_REQUEST'])
  })
}

test('of two that change a record at once from the same version, one is told', async () => {
  const path = `/v1/media/${song}`
  const tag = (await api('GET', path)).headers.get('etag') ?? ''
  const answers = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map((name) => api('PUT', path, { name }, { 'If-Match': tag })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412])
})

test('what is deleted with the version that was read is deleted', async () => {
  for (const [path] of KINDS.toReversed()) {
    const tag = (await api('GET', path)).headers.get('etag') ?? ''
    assert.equal((await api('DELETE', path, undefined, { 'If-Match': tag })).status, 200, path)
  }
})

test('a video whose ratio becomes known is no other version, another video is', () => {
  const record = { name: 'A', videoAssets: [{ id: 'ast_1', aspectRatio: null }] } as never
  const probed = { name: 'A', videoAssets: [{ id: 'ast_1', aspectRatio: '16x9' }] } as never
  const other = { name: 'A', videoAssets: [{ id: 'ast_2', aspectRatio: null }] } as never
  assert.equal(tagRecord(record), tagRecord(probed))
  assert.notEqual(tagRecord(record), tagRecord(other))
})

async function create(kind: string, body: object): Promise<string> {
  const { data } = (await api('POST', `/v1/${kind}`, body)).body
  return data.artistId ?? data.mediaBundleId ?? data.mediaId
}
