import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Api, startService } from '../../../testing/start-service.ts'
import { makeTestSong } from '../../../testing/test-song.ts'

const { api, apiAs, addOrganization } = await startService({ after })

const row = (isrc: string | undefined, more: object = {}, album: object = {}, artist: object = {}) => ({
  artist: { name: 'Odalys Wren', ...artist },
  mediaBundle: { name: 'Harbour EP', upc: '602445790098', ...album },
  media: { name: `Song ${isrc}`, ...(isrc && { isrc }), ...more },
})

async function send(rows: unknown[], { as = api, query = '', headers = {} } = {}) {
  const { status, body, headers: sent } = await as('POST', `/v1/catalogue/import${query}`, { rows }, headers)
  return { status, body, data: body.data, headers: sent, states: body.data?.rows.map(showRow) }
}

async function upload(as: Api): Promise<{ url: string; sha256: string }> {
  const { data } = (await as('POST', '/v1/uploads', makeTestSong(1), { 'Content-Type': 'audio/wav' })).body
  return { url: data.url, sha256: (await as('GET', `/v1/assets/${data.assetId}`)).body.data.sha256 }
}

// biome-ignore lint/suspicious/noExplicitAny: a body as it came.
function showRow({ status, changes, error }: any): string {
  const shown = changes.map(
    // biome-ignore lint/suspicious/noExplicitAny: a body as it came.
    ({ action, kind, fields }: any) =>
      `${action[0]} ${kind}${fields.map(({ field }: { field: string }) => ` ${field}`).join('')}`,
  )
  return [status, error?.code, ...shown].filter(Boolean).join(', ')
}

test('rows are created once; repeated they are unchanged, and only differences are stored', async () => {
  const { api: as } = await addOrganization('Once')
  const cover = { imageUrl: 'https://cdn.example.com/night.jpg' }
  const rows = [
    row(
      'QZABC2600001',
      { audioUrl: 'https://cdn.example.com/1.flac', streamerUrl: 'https://s.example.com/1' },
      cover,
    ),
    row('qz-abc-26-00002', { name: 'Song QZABC2600002', lyricsUrl: 'https://cdn.example.com/2.lrc' }, cover),
    { artist: { name: 'Ana Ríos' }, media: { name: 'Mareas', isrc: 'ESA012600001' } },
    { artist: { name: 'Ana Ríos' }, media: { name: 'Sin código' } },
  ]
  const first = await send(rows, { as })
  assert.equal(first.status, 200)
  assert.deepEqual(first.states, [
    'CREATED, C artist, C mediaBundle imageUrl, C media audioUrl streamerUrl',
    'CREATED, C media lyricsUrl',
    'CREATED, C artist, C mediaBundle, C media',
    'CREATED, C mediaBundle, C media',
  ])
  assert.deepEqual(first.data.counts, { total: 4, created: 4, updated: 0, unchanged: 0, failed: 0 })
  const ids = first.data.rows.map(({ mediaId }: { mediaId: string }) => mediaId)
  const { data: song } = (await as('GET', `/v1/media/${ids[0]}`)).body
  assert.equal(song.mediaBundleId, first.data.rows[1].mediaBundleId)
  assert.equal(song.artistId, first.data.rows[0].artistId)

  const again = await send(rows, { as })
  assert.deepEqual(again.states, ['UNCHANGED', 'UNCHANGED', 'UNCHANGED', 'UNCHANGED'])
  assert.deepEqual(
    again.data.rows.map(({ mediaId }: { mediaId: string }) => mediaId),
    ids,
  )
  const changed = await send(
    [
      row('QZABC2600001', { name: 'Lanterns', audioUrl: 'https://cdn.example.com/1b.flac' }),
      row('QZABC2600002', { streamerUrl: 'https://s.example.com/2' }, cover),
    ],
    { as },
  )
  assert.deepEqual(changed.states, ['UPDATED, U media name audioUrl', 'UPDATED, U media streamerUrl'])
  const [{ fields }] = changed.data.rows[0].changes
  assert.deepEqual(fields[0], { field: 'name', from: 'Song QZABC2600001', to: 'Lanterns' })
  assert.equal((await as('GET', '/v1/media')).body.data.items.length, 4)
  assert.equal((await as('GET', '/v1/artists')).body.data.items.length, 2)
})

test('a row that is wrong says which field, as a single call would, and holds up no other', async () => {
  const { api: as } = await addOrganization('Wrong')
  const foreign = await upload(api)
  const rows = [
    row('QZABC2600001'),
    row('QZ-1', { name: '', audioUrl: 'ftp://x/y' }, { upc: '602445790099' }),
    'no row at all',
    { artist: { name: 'Odalys Wren' } },
    row('QZABC2600005', { audioUrl: 'http://169.254.1.1/x.wav' }),
    row('QZABC2600006', { audioUrl: foreign.url }),
    row('QZABC2600007', {}, { name: 'Night LP' }),
    row('QZABC2600001', { name: 'Again' }),
    row('QZABC2600009', { audioSha256: 'a'.repeat(64) }),
    row('QZABC2600010', { audioSha256: 'a' }),
    row('QZABC2600011'),
  ]
  const { data } = await send(rows, { as })
  const faults = data.rows.map(({ error }: { error?: { details: { field: string; code: string }[] } }) =>
    error?.details.map(({ field, code }) => `${field} ${code}`),
  )
  assert.deepEqual(faults, [
    undefined,
    [
      'rows[1].mediaBundle.upc INVALID',
      'rows[1].media.name INVALID',
      'rows[1].media.isrc INVALID',
      'rows[1].media.audioUrl INVALID',
    ],
    ['rows[2] WRONG_TYPE'],
    ['rows[3].media REQUIRED'],
    ['rows[4].media.audioUrl URL_NOT_ALLOWED'],
    ['rows[5].media.audioUrl UPLOAD_NOT_FOUND'],
    ['rows[6].mediaBundle.name CONTRADICTION'],
    ['rows[7].media DUPLICATE'],
    ['rows[8].media.audioUrl REQUIRED'],
    ['rows[9].media.audioSha256 INVALID'],
    undefined,
  ])
  assert.deepEqual(data.counts, { total: 11, created: 2, updated: 0, unchanged: 0, failed: 9 })
  assert.match(data.rows[1].error.message, /^4 faults were found, in: rows\[1\]\.mediaBundle\.upc/)
  assert.match(data.rows[6].error.message, /is not what rows\[0\] says of the same record: "Harbour EP"/)
  assert.equal((await as('GET', '/v1/media')).body.data.items.length, 2)
  assert.equal((await as('GET', '/v1/assets')).body.data.items.length, 0)

  // The same where a record is there already.
  const update = await send([row('QZABC2600001', { audioUrl: 'http://169.254.1.1/x.wav' })], { as })
  assert.equal(update.data.rows[0].error.details[0].field, 'rows[0].media.audioUrl')
  assert.match(update.data.rows[0].error.message, /^rows\[0\]\.media\.audioUrl is an address that/)
})

test('a body that is none, or too many rows, is refused as a whole; unknown fields are named', async () => {
  for (const rows of [[], Array(101).fill(row('QZABC2600001')), 'x', undefined]) {
    const { status, body } = await send(rows as unknown[])
    assert.deepEqual(
      [status, body.error.code, body.error.details[0].field],
      [400, 'VALIDATION_ERROR', 'rows'],
    )
  }
  const { body } = await send([{ ...row('QZABC2600001'), album: {} }, row('QZABC2600002', { isrcc: 'x' })], {
    query: '?dryRun=true',
  })
  assert.deepEqual(
    body.warnings.map(({ field }: { field: string }) => field),
    ['rows[0].album', 'rows[1].media.isrcc'],
  )
})

test('a dry run says what would happen and stores nothing', async () => {
  const { api: as } = await addOrganization('Dry')
  const rows = [
    row('QZABC2600001', { audioUrl: 'https://cdn.example.com/1.flac' }),
    row('x'),
    row('QZABC2600003'),
  ]
  const dry = await send(rows, { as, query: '?dryRun=true', headers: { 'Idempotency-Key': 'one' } })
  assert.deepEqual(dry.data.rows[0].mediaId, undefined)
  for (const path of ['artists', 'media-bundles', 'media', 'assets'])
    assert.deepEqual((await as('GET', `/v1/${path}`)).body.data.items, [], path)
  const real = await send(rows, { as })
  assert.deepEqual(real.states, dry.states)
  assert.deepEqual(real.data.counts, dry.data.counts)
  const after = await send(rows, { as, query: '?dryRun=true' })
  assert.equal(after.data.rows[0].mediaId, real.data.rows[0].mediaId)
})

test('a key makes it once; at the same time, imports make every record once', async () => {
  const { api: as, client } = await addOrganization('Twice')
  const rows = Array.from({ length: 20 }, (_, index) => row(`QZABC26001${String(index).padStart(2, '0')}`))
  const headers = { 'Idempotency-Key': 'import 1' }
  const first = await send(rows, { as, headers })
  const replayed = await send(rows, { as, headers })
  assert.equal(replayed.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(replayed.body, first.body)
  assert.equal((await send(rows.slice(1), { as, headers })).status, 422)

  const other = rows.map((_, index) => ({ artist: { name: 'Io' }, media: { name: `Single ${index}` } }))
  const states = await Promise.all([1, 2, 3, 4].map(() => send(other, { as })))
  assert.deepEqual(states.map(({ data }) => data.counts.created).sort(), [0, 0, 0, 20].sort())
  assert.equal((await client.artists.list({ limit: 100 }).toArray()).length, 2)
  assert.equal((await client.media.list({ limit: 100 }).toArray()).length, 40)
})

test('a file is known by its hash: what is there already needs no address', async () => {
  const { api: as } = await addOrganization('Hashes')
  const { url, sha256 } = await upload(as)
  assert.deepEqual(
    (await send([row('QZABC2600001', { audioUrl: url, audioSha256: sha256 })], { as })).states,
    ['CREATED, C artist, C mediaBundle, C media audioUrl'],
  )
  assert.deepEqual(
    (await send([row('QZABC2600001', { audioSha256: sha256.toUpperCase() })], { as })).states,
    ['UNCHANGED'],
  )
  const other = await upload(as)
  assert.deepEqual(
    (await send([row('QZABC2600001', { audioUrl: other.url, audioSha256: sha256 })], { as })).states,
    ['UNCHANGED'],
  )
  const changed = row('QZABC2600001', { audioSha256: 'b'.repeat(64) })
  assert.deepEqual((await send([changed], { as, query: '?dryRun=true' })).states, [
    'UPDATED, U media audioUrl',
  ])
  assert.deepEqual((await send([changed], { as })).states, ['FAILED, VALIDATION_ERROR'])
})

test('records are found by their codes, else by their names, and get the code they lacked', async () => {
  const { api: as } = await addOrganization('Codes')
  const artist = { name: 'Ana Ríos' }
  const [first] = (await send([{ artist, mediaBundle: { name: 'Mareas' }, media: { name: 'Uno' } }], { as }))
    .data.rows
  const coded = {
    artist,
    mediaBundle: { name: 'Mareas', upc: '4006381333931' },
    media: { name: 'Uno', isrc: 'ESA012600001' },
  }
  const { states, data } = await send([coded], { as })
  assert.deepEqual(states, ['UPDATED, U mediaBundle upc, U media isrc'])
  assert.equal(data.rows[0].mediaId, first.mediaId)
  // Another code is another record, whatever its name.
  const others = [
    { ...coded, media: { name: 'Uno', isrc: 'ESA012600002' } },
    { ...coded, mediaBundle: { name: 'Mareas', upc: '602445790098' } },
  ]
  assert.deepEqual((await send(others, { as })).states, [
    'CREATED, C media',
    'CREATED, C mediaBundle, C media',
  ])
  // Without an album, it is the recording with this code.
  const alone = await send([{ artist: { name: 'Somebody' }, media: coded.media }], { as })
  assert.deepEqual(alone.states, ['UNCHANGED'])
  assert.match(
    alone.data.rows[0].warnings[0].message,
    /is "Somebody", but it is Ana Ríos's here, and stays so/,
  )
})

test('a song can have an artist of its own, who stays as long as the song does', async () => {
  const { api: as } = await addOrganization('Compilation')
  const various = { name: 'Various Artists' }
  const rows = [
    row('QZABC2600001', { artist: { name: 'Odalys Wren' } }, {}, various),
    row('QZABC2600002', { artist: { name: 'Ana Ríos' } }, {}, various),
    row('QZABC2600003', { artist: various }, {}, various),
  ]
  const { states, data } = await send(rows, { as })
  assert.deepEqual(states, [
    'CREATED, C artist, C mediaBundle, C artist, C media artist',
    'CREATED, C artist, C media artist',
    'CREATED, C media',
  ])
  assert.deepEqual((await send(rows, { as })).states, ['UNCHANGED', 'UNCHANGED', 'UNCHANGED'])
  const read = async ({ mediaId }: { mediaId: string }) => (await as('GET', `/v1/media/${mediaId}`)).body.data
  const [one, , three] = await Promise.all(data.rows.map(read))
  assert.notEqual(one.artistId, three.artistId)
  assert.equal((await as('GET', `/v1/artists/${one.artistId}`)).body.data.name, 'Odalys Wren')
  const moved = await send([row('QZABC2600001', { artist: { name: 'Ana Ríos' } }, {}, various)], { as })
  assert.deepEqual(moved.data.rows[0].changes[0].fields, [
    { field: 'artist', from: 'Odalys Wren', to: 'Ana Ríos' },
  ])

  const owner = moved.data.rows[0].artistId
  assert.equal((await as('DELETE', `/v1/artists/${owner}`)).body.error.code, 'HAS_CHILDREN')
  assert.equal((await as('DELETE', `/v1/artists/${owner}?cascade=true`)).status, 200)
  assert.equal((await read(data.rows[0])).isActive, false)
  assert.equal((await as('POST', `/v1/media/${one.mediaId}/restore`)).body.error.code, 'CONFLICT')
  assert.equal((await as('POST', `/v1/artists/${owner}/restore`)).status, 200)
  assert.equal((await read(data.rows[0])).isActive, true)
})

test('an organization finds only its own records, and a key needs scope write', async () => {
  const [one, two] = [await addOrganization('One'), await addOrganization('Two')]
  await send([row('QZABC2600001', { name: 'Mine' })], { as: one.api })
  const other = await send([row('QZABC2600001', { name: 'Theirs' })], { as: two.api })
  assert.deepEqual(other.states, ['CREATED, C artist, C mediaBundle, C media'])
  assert.equal((await one.api('GET', '/v1/media')).body.data.items[0].name, 'Mine')
  const { token } = (await one.api('POST', '/v1/api-keys', { name: 'reader', scopes: ['read'] })).body.data
  assert.equal((await send([row('QZABC2600001')], { as: apiAs(token) })).status, 403)
  assert.equal((await send([row('QZABC2600001')], { as: apiAs(undefined) })).status, 401)
})
