import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { aLook, create, createSong } from '../../../testing/builders.ts'
import { type Api, startService } from '../../../testing/start-service.ts'

const { api, apiAs, url, services, addOrganization } = await startService({ after })

const listOwn = async (call: Api) =>
  (await call('GET', '/v1/contents')).body.data.items
    .filter(({ isOwn }: { isOwn?: true }) => isOwn)
    .map(({ contentId }: { contentId: string }) => contentId)

test('a look is stored under an issued id and is a template like any other', async () => {
  const label = await addOrganization()
  const look = aLook({ title: '  Neon  pulse ', contentId: 'THEIR_NAME', version: 7 })
  const made = await label.api('POST', '/v1/contents', look)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(made.body.data, { contentId: 'OWN_NEON_PULSE', version: 1 })
  assert.equal(made.headers.get('location'), '/v1/contents/OWN_NEON_PULSE')

  const { body, headers } = await label.api('GET', '/v1/contents/OWN_NEON_PULSE')
  const { look: kept, createdAt, previewImageUrl, previewVideoUrl, requiredDataSchema, ...rest } = body.data
  assert.match(headers.get('etag') ?? '', /^"/)
  assert.match(createdAt, /^\d{4}-.*Z$/)
  assert.deepEqual(kept, aLook({ title: 'Neon  pulse' }), 'as it was sent, without the names that it brought')
  assert.equal(requiredDataSchema.properties.tag.default, 'Out now')
  assert.deepEqual(rest, {
    contentId: 'OWN_NEON_PULSE',
    name: 'Neon  pulse',
    description: 'The cover swells with the beat above its name.',
    family: 'OWN',
    version: 1,
    isOwn: true,
    hasLook: true,
    energy: 'ENERGETIC',
    aspectRatios: 'ALL',
    backgrounds: ['COVER'],
    needs: { audio: true },
    defaults: { excerpt: { kind: 'HOOK', secs: 15 }, fontStyle: 'GROTESK' },
    example: {},
    examination: { status: 'PENDING', faults: [] },
  })
  const { items } = (await label.api('GET', '/v1/contents')).body.data
  const { look: _, createdAt: __, examination: ___, ...listed } = body.data
  assert.deepEqual(items.at(-1), listed, 'after those of the server')
})

test('ids are unique, readable in any script, and never given out twice', async () => {
  const label = await addOrganization()
  const names: [title: string, contentId: string][] = [
    ['Neon pulse', 'OWN_NEON_PULSE'],
    ['neon-PULSE!', 'OWN_NEON_PULSE_2'],
    ['Неоновый пульс', 'OWN_NEONOVYY_PULS'],
    ['霓虹', 'OWN_NIHONG'],
    ['Crème brûlée', 'OWN_CREME_BRULEE'],
    ['🔥', 'OWN_FIRE'],
    ['!!!', 'OWN_LOOK'],
    ['…', 'OWN_LOOK_2'],
    ['80s', 'OWN_80S'],
    ['a'.repeat(80), `OWN_${'A'.repeat(48)}`],
    ['a'.repeat(79), `OWN_${'A'.repeat(48)}_2`],
  ]
  for (const [title, contentId] of names)
    assert.equal((await create(label.api, '/v1/contents', aLook({ title }))).contentId, contentId)
  await label.api('DELETE', '/v1/contents/OWN_NEON_PULSE')
  const next = await create(label.api, '/v1/contents', aLook())
  assert.equal(next.contentId, 'OWN_NEON_PULSE_3', 'videos bear the name of the first')
})

test('two at once get two ids', async () => {
  const label = await addOrganization()
  const made = await Promise.all(Array.from({ length: 8 }, () => create(label.api, '/v1/contents', aLook())))
  assert.equal(new Set(made.map(({ contentId }) => contentId)).size, 8)
})

test('PUT makes a new version, and the same look again makes none', async () => {
  const made = await api('POST', '/v1/contents', aLook({ title: 'Versions' }))
  const { contentId } = made.body.data
  const path = `/v1/contents/${contentId}`
  const etag = (await api('GET', path)).headers.get('etag') ?? ''
  assert.equal(made.headers.get('etag'), etag, 'whoever made it need not read it to change it')
  const renamed = aLook({ title: 'Another name' })
  const changed = await api('PUT', path, renamed, { 'If-Match': etag })
  assert.deepEqual(changed.body.data, { contentId, version: 2 })
  assert.deepEqual((await api('PUT', path, renamed)).body.data, { contentId, version: 2 })
  const { body, headers } = await api('GET', path)
  assert.deepEqual([body.data.name, body.data.version], ['Another name', 2])
  assert.equal(headers.get('etag'), changed.headers.get('etag'))

  const first = (await api('GET', `${path}?version=1`)).body.data
  assert.deepEqual([first.name, first.version, first.look.title], ['Versions', 1, 'Versions'])
  assert.equal((await api('GET', `${path}?version=3`)).status, 404)

  const late = await api('PUT', path, aLook(), { 'If-Match': etag })
  assert.deepEqual([late.status, late.body.error.code], [412, 'PRECONDITION_FAILED'])
  const lateDelete = await api('DELETE', path, undefined, { 'If-Match': etag })
  assert.equal(lateDelete.status, 412)
})

test('a deleted look is restored in its version, under its id, and examined anew', async () => {
  const label = await addOrganization()
  const { contentId } = await create(label.api, '/v1/contents', aLook({ title: 'Back again' }))
  const path = `/v1/contents/${contentId}`
  await label.api('PUT', path, aLook({ title: 'Back again, louder' }))
  const restore = (headers = {}) => label.api('POST', `${path}/restore`, undefined, headers)
  assert.deepEqual((await restore()).body.data, { contentId, version: 2 }, 'one that is there stays')
  assert.equal((await label.api('DELETE', path)).status, 200)
  assert.equal((await label.api('GET', path)).status, 404)
  const again = await restore()
  assert.deepEqual([again.status, again.body.data], [200, { contentId, version: 2 }])
  const { data } = (await label.api('GET', path)).body
  assert.deepEqual([data.name, data.version, data.examination.status], ['Back again, louder', 2, 'PENDING'])
  assert.deepEqual(await listOwn(label.api), [contentId])
  assert.equal((await label.api('PUT', path, aLook())).body.data.version, 3)

  const stranger = await addOrganization()
  await label.api('DELETE', path)
  assert.equal((await stranger.api('POST', `${path}/restore`)).status, 404)
  assert.equal((await label.api('POST', '/v1/contents/OWN_NOTHING/restore')).status, 404)
  assert.equal((await label.api('POST', '/v1/contents/BASE_BASIC_UNIFIED/restore')).status, 409)
})

test('deleted looks are listed, the last one first, as long as they can be restored', async () => {
  const label = await addOrganization()
  const listDeleted = async () => {
    const { body } = await label.api('GET', '/v1/contents?deleted=true')
    return body.data.items as { contentId: string; name: string; version: number; deletedAt: string }[]
  }
  assert.deepEqual(await listDeleted(), [], 'not one of those of the server')
  for (const title of ['One', 'Two', 'Three']) await create(label.api, '/v1/contents', aLook({ title }))
  await label.api('PUT', '/v1/contents/OWN_ONE', aLook({ title: 'One, louder' }))
  for (const contentId of ['OWN_ONE', 'OWN_TWO']) await label.api('DELETE', `/v1/contents/${contentId}`)
  const deleted = await listDeleted()
  assert.deepEqual(
    deleted.map(({ contentId, name, version }) => [contentId, name, version]),
    [
      ['OWN_TWO', 'Two', 1],
      ['OWN_ONE', 'One, louder', 2],
    ],
  )
  for (const { deletedAt } of deleted) assert.match(deletedAt, /^\d{4}-.*Z$/)
  const { items } = (await label.api('GET', '/v1/contents?deleted=false')).body.data
  assert.deepEqual([items.at(-1).contentId, 'deletedAt' in items.at(-1)], ['OWN_THREE', false])

  const stranger = await addOrganization()
  assert.deepEqual((await stranger.api('GET', '/v1/contents?deleted=true')).body.data.items, [])
  await label.api('POST', '/v1/contents/OWN_TWO/restore')
  assert.deepEqual(
    (await listDeleted()).map(({ contentId }) => contentId),
    ['OWN_ONE'],
  )
  await sql`
    update looks set hidden_at = hidden_at - make_interval(days => ${services.config.retentionDays + 1})
    where org_id = ${label.orgId} and hidden_at is not null
  `.execute(services.db)
  assert.deepEqual(await listDeleted(), [], 'until the retention time is over')
})

test('a refused look lists its faults, each with its path in the JSON, and nothing is stored', async () => {
  const label = await addOrganization()
  const layers = [
    { kind: 'fill', colours: ['PINK'] },
    { kind: 'text', text: 'TITLE', place: { below: 'nobody' } },
  ]
  const refused = await label.api('POST', '/v1/contents', aLook({ layers: layers.slice(0, 1), speed: 3 }))
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'LOOK_INVALID'])
  const fields = refused.body.error.details.map(({ field }: { field: string }) => field)
  assert.deepEqual(fields, ['layers[0].colours[0]', 'speed'])
  const lost = await label.api('POST', '/v1/contents', aLook({ layers: layers.slice(1) }))
  assert.equal(lost.body.error.details[0].field, 'layers[0].place.below')
  assert.match(lost.body.error.details[0].message, /nobody/)

  const turning = {
    kind: 'picture',
    place: { of: 'FRAME' },
    rotation: { rest: 0, with: [{ signal: 'BEAT', by: 9 }] },
  }
  const dear = await label.api('POST', '/v1/contents', aLook({ layers: [turning, turning] }))
  assert.deepEqual([dear.status, dear.body.error.details[0].field], [422, 'layers[0]'])
  assert.match(dear.body.message, /ms/)
  const large = await label.api('POST', '/v1/contents', aLook({ example: { words: 'x'.repeat(70_000) } }))
  assert.deepEqual([large.status, large.body.error.code], [422, 'LOOK_INVALID'])
  assert.match(large.body.message, /bytes/)
  for (const body of [[], 'text', 7, null])
    assert.equal((await label.api('POST', '/v1/contents', body === 'text' ? '"text"' : body)).status, 400)
  assert.equal((await label.api('POST', '/v1/contents', {})).status, 422)
  assert.deepEqual(await listOwn(label.api), [])
})

test('nobody else sees a look, and nobody else can use it', async () => {
  const { contentId } = await create(api, '/v1/contents', aLook({ title: 'Walls' }))
  const stranger = await addOrganization()
  const path = `/v1/contents/${contentId}`
  for (const [method, more, body] of [
    ['GET', '', undefined],
    ['PUT', '', aLook()],
    ['DELETE', '', undefined],
    ['POST', '/preview', {}],
  ] as const) {
    const foreign = await stranger.api(method, path + more, body)
    const unknown = await stranger.api(method, `/v1/contents/OWN_NOTHING${more}`, body)
    assert.deepEqual([foreign.status, foreign.body.error.code], [404, 'CONTENT_NOT_FOUND'], method)
    assert.equal(foreign.body.message.replace(contentId, 'OWN_NOTHING'), unknown.body.message)
  }
  assert.deepEqual(await listOwn(stranger.api), [])
  assert.equal((await fetch(`${url}/contents/${contentId}/preview.png`)).status, 404)
  const { mediaId } = await createSong(stranger.api)
  const order = { mediaId, renders: [{ contentId }] }
  const refused = await stranger.api('POST', '/v1/batches?dryRun=true', order)
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'UNKNOWN_CONTENT'])
  assert.doesNotMatch(refused.body.message.replace(contentId, ''), /OWN_/)
  const same = await create(stranger.api, '/v1/contents', aLook({ title: 'Walls' }))
  assert.deepEqual(same, { contentId, version: 1 }, 'each organization has names of its own')
  assert.equal((await stranger.api('DELETE', path)).status, 200)
  assert.equal((await api('GET', path)).status, 200)
})

test('a key that reads may look and not write; without a token there is nothing', async () => {
  const { contentId } = await create(api, '/v1/contents', aLook({ title: 'Scopes' }))
  const { token: authToken } = (await api('POST', '/v1/api-keys', { name: 'reader', scopes: ['read'] })).body
    .data
  const reader = apiAs(authToken)
  const path = `/v1/contents/${contentId}`
  assert.equal((await reader('GET', path)).status, 200)
  assert.equal((await reader('POST', '/v1/contents', aLook())).status, 403)
  assert.equal((await reader('PUT', path, aLook())).status, 403)
  assert.equal((await reader('DELETE', path)).status, 403)
  assert.equal((await apiAs(undefined)('GET', path)).status, 401)
})

test("templates of this server are nobody's to change", async () => {
  for (const [method, body] of [
    ['PUT', aLook()],
    ['DELETE', undefined],
  ] as const) {
    const refused = await api(method, '/v1/contents/BASE_BASIC_UNIFIED', body)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT'])
    assert.match(refused.body.message, /comes with this server/)
  }
})

test('a repeated POST with one Idempotency-Key makes one look', async () => {
  const label = await addOrganization()
  const key = { 'Idempotency-Key': 'look-1' }
  const first = await label.api('POST', '/v1/contents', aLook(), key)
  const again = await label.api('POST', '/v1/contents', aLook(), key)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('etag'), first.headers.get('etag'))
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(await listOwn(label.api), ['OWN_NEON_PULSE'])
  const other = await label.api('POST', '/v1/contents', aLook({ title: 'Other' }), key)
  assert.equal(other.body.error.code, 'IDEMPOTENCY_KEY_REUSED')
})

test('a deleted look is ordered no more, and says so like one that never was', async () => {
  const { contentId } = await create(api, '/v1/contents', aLook({ title: 'Gone soon' }))
  const { mediaId } = await createSong(api, { audioUrl: 'https://cdn.example.com/song.mp3' })
  const order = { mediaId, renders: [{ contentId, requiredData: { tag: 'Friday' } }] }
  const planned = await api('POST', '/v1/batches?dryRun=true', order)
  assert.equal(planned.status, 200, JSON.stringify(planned.body))
  assert.match(planned.body.data.renders[0].fileName, /gone-soon|own/)
  const wrong = await api('POST', '/v1/batches?dryRun=true', {
    mediaId,
    renders: [{ contentId, requiredData: { tagg: 'Friday' } }],
  })
  assert.equal(wrong.body.error.code, 'TEMPLATE_DATA_INVALID')

  const gone = await api('DELETE', `/v1/contents/${contentId}`)
  assert.deepEqual([gone.status, gone.body.data], [200, { contentId, deleted: true }])
  for (const method of ['GET', 'DELETE'])
    assert.equal((await api(method, `/v1/contents/${contentId}`)).status, 404)
  assert.equal((await api('PUT', `/v1/contents/${contentId}`, aLook())).status, 404)
  const late = await api('POST', '/v1/batches', order)
  assert.deepEqual([late.status, late.body.error.code], [400, 'UNKNOWN_CONTENT'])
})

test('an organization has so many looks and no more, until it deletes one', async (t) => {
  const small = await startService(t, { config: { maxLooks: 2 } })
  const make = (title: string) => small.api('POST', '/v1/contents', aLook({ title }))
  assert.equal((await small.api('GET', '/v1/limits')).body.data.looks, 2)
  assert.deepEqual([(await make('One')).status, (await make('Two')).status], [201, 201])
  const refused = await make('Three')
  assert.deepEqual([refused.status, refused.body.error.details[0].code], [409, 'TOO_MANY'])
  await small.api('DELETE', '/v1/contents/OWN_ONE')
  assert.equal((await make('Three')).status, 201)
  const back = await small.api('POST', '/v1/contents/OWN_ONE/restore')
  assert.deepEqual([back.status, back.body.error.details[0].code], [409, 'TOO_MANY'])
})

test('its picture is drawn by a signed address, and by no other', async () => {
  const { contentId } = await create(api, '/v1/contents', aLook({ title: 'Seen' }))
  const { pathname, search } = new URL(
    (await api('GET', `/v1/contents/${contentId}`)).body.data.previewImageUrl,
  )
  const previewImageUrl = url + pathname + search
  for (const kept of [false, true]) {
    const picture = await fetch(previewImageUrl)
    assert.deepEqual(
      [picture.status, picture.headers.get('content-type')],
      [200, 'image/png'],
      `kept: ${kept}`,
    )
    const bytes = Buffer.from(await picture.arrayBuffer())
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
  }
  const forged = await fetch(previewImageUrl.replace('/1/preview', '/2/preview'))
  assert.equal(forged.status, 403)
})
