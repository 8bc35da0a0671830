import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { aLook, anArtist, create } from '../../../testing/builders.ts'
import { startService } from '../../../testing/start-service.ts'

const { api, services, addOrganization } = await startService({ after }, { config: { maxLogoBytes: 4096 } })
const ASSET_ID = /^ast_[0-9A-Z]{26}$/

const HARBOUR = {
  name: 'Harbour Records',
  logoUrl: 'https://cdn.example.com/logo.svg',
  logoDarkUrl: 'https://cdn.example.com/logo-dark.png',
  logoAnimationUrl: 'https://cdn.example.com/sting.lottie',
  titleFontUrl: 'https://cdn.example.com/title.woff2',
  textFontUrl: 'https://cdn.example.com/text.otf',
  colors: { background: '#101418', text: '#F5F1E8', accent: '#ff3366' },
  logo: { place: 'TOP_RIGHT', opacity: 0.8 },
  endCard: { text: 'Out now', linkUrl: 'https://harbour.example.com' },
  introUrl: 'https://cdn.example.com/intro.mp4',
  outroUrl: 'https://cdn.example.com/outro.mp4',
  endCardAnimationUrl: 'https://cdn.example.com/card.json',
}

test('POST /v1/brands answers brandId and name, and the record has all of its fields', async () => {
  const answer = await api('POST', '/v1/brands', HARBOUR)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const { brandId } = answer.body.data
  assert.match(brandId, /^brd_[0-9A-Z]{26}$/)
  assert.deepEqual(answer.body.data, { brandId, name: 'Harbour Records' })
  assert.equal(answer.headers.get('location'), `/v1/brands/${brandId}`)

  const { body } = await api('GET', `/v1/brands/${brandId}`)
  const { logoAssetId, logoDarkAssetId, titleFontAssetId, textFontAssetId, ...rest } = body.data
  const { introAssetId, outroAssetId, logoAnimationAssetId, endCardAnimationAssetId, ...others } = rest
  assert.deepEqual(others, {
    brandId,
    name: 'Harbour Records',
    colors: { background: '#101418', text: '#f5f1e8', accent: '#ff3366' },
    logo: { place: 'TOP_RIGHT', size: 'MEDIUM', opacity: 0.8, shows: 'ALWAYS' },
    endCard: { text: 'Out now', linkUrl: 'https://harbour.example.com' },
  })
  const kinds: Record<string, string> = {
    [logoAssetId]: 'LOGO',
    [logoDarkAssetId]: 'LOGO',
    [titleFontAssetId]: 'FONT',
    [textFontAssetId]: 'FONT',
    [introAssetId]: 'VIDEO',
    [outroAssetId]: 'VIDEO',
    [logoAnimationAssetId]: 'ANIMATION',
    [endCardAnimationAssetId]: 'ANIMATION',
  }
  for (const [assetId, kind] of Object.entries(kinds)) {
    assert.match(assetId, ASSET_ID)
    assert.equal((await api('GET', `/v1/assets/${assetId}`)).body.data.kind, kind)
  }
})

test('a brand needs only a name; everything else is null', async () => {
  const { brandId } = await create(api, '/v1/brands', { name: 'Plain' })
  const { name, brandId: id, ...rest } = (await api('GET', `/v1/brands/${brandId}`)).body.data
  assert.deepEqual([name, id], ['Plain', brandId])
  assert.equal(Object.keys(rest).length, 11)
  assert.deepEqual([...new Set(Object.values(rest))], [null])
})

test('PUT and PATCH change only what is sent, and null clears, also inside of its parts', async () => {
  const { brandId } = await create(api, '/v1/brands', HARBOUR)
  const path = `/v1/brands/${brandId}`
  const first = (await api('GET', path)).body.data

  assert.deepEqual((await api('PATCH', path, { name: 'Pier' })).body.data, { ...first, name: 'Pier' })
  const parts = {
    colors: { accent: '#00ffaa', text: null },
    logo: { size: 'LARGE' },
    endCard: { linkUrl: null, secs: 4 },
  }
  const changed = {
    ...first,
    name: 'Pier',
    colors: { background: '#101418', accent: '#00ffaa' },
    logo: { ...first.logo, size: 'LARGE' },
    endCard: { text: 'Out now', secs: 4 },
  }
  assert.deepEqual((await api('PUT', path, parts)).body.data, changed)
  const cleared = { logoDarkUrl: null, endCard: null, logo: null }
  assert.deepEqual((await api('PATCH', path, cleared)).body.data, {
    ...changed,
    logoDarkAssetId: null,
    endCard: null,
    logo: null,
  })
  const { body } = await api('PUT', path, { logoUrl: HARBOUR.logoUrl, logo: { shows: 'END' } })
  assert.match(body.data.logoAssetId, ASSET_ID)
  assert.notEqual(body.data.logoAssetId, first.logoAssetId, 'the same address gives a new asset')
  assert.deepEqual(body.data.logo, { place: 'AUTO', size: 'MEDIUM', opacity: 1, shows: 'END' })
})

test('what is wrong with a brand is said field by field', async () => {
  const { status, body } = await api('POST', '/v1/brands', {
    name: '',
    logoUrl: 'logo.svg',
    colors: { accent: 'red' },
    logo: { place: 'MIDDLE', opacity: 2 },
    endCard: { secs: 99 },
  })
  assert.equal(status, 400)
  assert.deepEqual(body.error.details.map(({ field }: { field: string }) => field).toSorted(), [
    'colors.accent',
    'endCard.secs',
    'logo.opacity',
    'logo.place',
    'logoUrl',
    'name',
  ])
})

test('a brand is changed only in the version that If-Match names', async () => {
  const { brandId } = await create(api, '/v1/brands', { name: 'Harbour' })
  const path = `/v1/brands/${brandId}`
  const tag = (await api('GET', path)).headers.get('etag') ?? ''
  assert.equal((await api('PUT', path, { name: 'Pier' }, { 'If-Match': tag })).status, 200)
  const late = await api('PUT', path, { colors: { text: '#ffffff' } }, { 'If-Match': tag })
  assert.equal(late.body.error.code, 'PRECONDITION_FAILED')
  assert.equal((await api('DELETE', path, undefined, { 'If-Match': tag })).status, 412)
})

test('brands are listed newest first, searched by name, by ids and page by page', async () => {
  const { api } = await addOrganization()
  const ids: string[] = []
  for (const name of ['Ámbar', 'Breakwater', 'Amber Hill'])
    ids.push((await create(api, '/v1/brands', { name })).brandId)
  const list = async (query: string): Promise<string[]> =>
    (await api('GET', `/v1/brands?${query}`)).body.data.items.map(({ name }: { name: string }) => name)

  assert.deepEqual(await list(''), ['Amber Hill', 'Breakwater', 'Ámbar'])
  assert.deepEqual(await list('q=amb'), ['Amber Hill', 'Ámbar'])
  assert.deepEqual(await list(`ids=${ids[1]},brd_nobody`), ['Breakwater'])
  const first = (await api('GET', '/v1/brands?limit=2&order=asc')).body.data
  assert.deepEqual(await list(`limit=2&order=asc&cursor=${encodeURIComponent(first.nextCursor)}`), [
    'Amber Hill',
  ])
})

test('a deleted brand is gone, listed as deleted, and comes back', async () => {
  const { api } = await addOrganization()
  const { brandId } = await create(api, '/v1/brands', { name: 'Harbour' })
  const path = `/v1/brands/${brandId}`

  assert.deepEqual((await api('DELETE', path)).body.data, { brandId, deleted: true })
  assert.equal((await api('GET', path)).body.error.code, 'BRAND_NOT_FOUND')
  assert.equal((await api('DELETE', path)).status, 404)
  const [listed] = (await api('GET', '/v1/brands?deleted=true')).body.data.items
  assert.equal(listed.brandId, brandId)
  assert.ok(listed.deletedAt)
  assert.equal((await api('POST', `${path}/restore`)).body.data.name, 'Harbour')
  assert.equal((await api('GET', path)).status, 200)
})

test('the same key makes one brand', async () => {
  const { api } = await addOrganization()
  const send = () => api('POST', '/v1/brands', { name: 'Once' }, { 'Idempotency-Key': 'once' })
  const [first, second] = [await send(), await send()]
  assert.deepEqual(second.body.data, first.body.data)
  assert.equal((await api('GET', '/v1/brands')).body.data.items.length, 1)
})

test('an artist has a brand, which is set, found, cleared, and not another organization’s', async () => {
  const { brandId } = await create(api, '/v1/brands', { name: 'Harbour' })
  const { artistId } = await create(api, '/v1/artists', anArtist({ brandId }))
  const path = `/v1/artists/${artistId}`
  assert.equal((await api('GET', path)).body.data.brandId, brandId)
  const found = (await api('GET', `/v1/artists?brandId=${brandId}`)).body.data.items
  assert.deepEqual(
    found.map((artist: { artistId: string }) => artist.artistId),
    [artistId],
  )
  assert.equal('brandId' in (await api('PUT', path, { brandId: null })).body.data, false)
  assert.equal((await api('PATCH', path, { brandId })).body.data.brandId, brandId)

  const foreign = (await addOrganization()).api
  const refused = await foreign('POST', '/v1/artists', anArtist({ brandId }))
  assert.equal(refused.body.error.code, 'BRAND_NOT_FOUND')
  assert.deepEqual(refused.body.error.details[0].field, 'brandId')
})

test('an organization has a brand, which is set and cleared', async () => {
  const { brandId } = await create(api, '/v1/brands', { name: 'Harbour' })
  const set = await api('PUT', '/v1/organizations/me', { brandId })
  assert.equal(set.body.data.brandId, brandId)
  assert.equal((await api('GET', '/v1/organizations/me')).body.data.brandId, brandId)
  const cleared = await api('PATCH', '/v1/organizations/me', { brandId: null })
  assert.equal('brandId' in cleared.body.data, false)
  assert.equal((await api('PUT', '/v1/organizations/me', { brandId: 'brd_nobody' })).status, 404)
})

test('an import sets the brand of an artist', async () => {
  const { brandId } = await create(api, '/v1/brands', { name: 'Harbour' })
  const row = (id: string) => ({ artist: { name: 'Imported', brandId: id }, media: { name: 'Song' } })
  const made = (await api('POST', '/v1/catalogue/import', { rows: [row(brandId)] })).body.data.rows[0]
  assert.equal(made.status, 'CREATED', JSON.stringify(made))
  assert.equal((await api('GET', `/v1/artists/${made.artistId}`)).body.data.brandId, brandId)
  const again = (await api('POST', '/v1/catalogue/import', { rows: [row(brandId)] })).body.data.rows[0]
  assert.equal(again.status, 'UNCHANGED')
  const refused = (await api('POST', '/v1/catalogue/import', { rows: [row('brd_nobody')] })).body.data.rows[0]
  assert.equal(refused.error.code, 'BRAND_NOT_FOUND')
  assert.equal(refused.error.details[0].field, 'rows[0].artist.brandId')
})

test('an upload is taken where it fits: an SVG or a PNG as a logo, a font as a font', async () => {
  const svg =
    '<?xml version="1.0"?>\n<!-- a circle -->\n<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>'
  const { url, assetId } = (await api('POST', '/v1/uploads', svg, { 'Content-Type': 'image/svg+xml' })).body
    .data
  assert.equal((await api('GET', `/v1/assets/${assetId}`)).body.data.kind, 'LOGO')
  assert.equal((await api('POST', '/v1/brands', { name: 'A', logoUrl: url })).status, 201)
  const asFont = await api('POST', '/v1/brands', { name: 'A', titleFontUrl: url })
  assert.equal(asFont.body.error.details[0].code, 'WRONG_KIND')
  const asCover = await api('POST', '/v1/artists', { name: 'A', imageUrl: url })
  assert.equal(asCover.body.error.details[0].code, 'WRONG_KIND')
  const { headers } = await api('GET', `/v1/uploads/${assetId}`)
  assert.match(
    headers.get('content-disposition') ?? '',
    /^attachment/,
    'a script in it never runs as a page of ours',
  )
})

test('an upload that can never be worn is refused at its field, when a brand is made and when it is tried on', async () => {
  const upload = async (bytes: Buffer, type: string) =>
    (await api('POST', '/v1/uploads', bytes, { 'Content-Type': type })).body.data.url as string
  const jpeg = await upload(Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), 'image/jpeg')
  // A signature, a header and the beginning of the pixels.
  const head = Buffer.from(
    '89504e470d0a1a0a0000000d4948445200000400000004000806000000000000000000138849444154',
    'hex',
  )
  const large = await upload(Buffer.concat([head, Buffer.alloc(5000)]), 'image/png')
  for (const [logoUrl, code, message] of [
    [jpeg, 'WRONG_KIND', /must be a logo \(PNG or SVG\); this upload is image\/jpeg/],
    [large, 'TOO_LARGE', /must have at most 4096 bytes; this upload has 50\d\d/],
  ] as const) {
    const made = await api('POST', '/v1/brands', { name: 'A', logoUrl })
    assert.deepEqual([made.status, made.body.error.details[0].code], [400, code])
    assert.match(made.body.message, message)
    const tried = await api('POST', '/v1/contents/BASE_BASIC_UNIFIED/preview', { brand: { logoUrl } })
    const [detail] = tried.body.error.details
    assert.deepEqual([tried.status, detail.field, detail.code], [400, 'brand.logoUrl', code])
  }
})

test('an upload that could not be read is refused with a code that the reference lists, wherever it is named', async () => {
  const { paths } = (await api('GET', '/v1/openapi.json')).body
  for (const [code, field, type, bytes] of [
    ['LOGO_INVALID', 'logoUrl', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0'],
    ['FONT_INVALID', 'titleFontUrl', 'font/ttf', '\0\x01\0\0\0\x0c cut off'],
    ['ANIMATION_INVALID', 'logoAnimationUrl', 'text/plain', '{"v":"5.7.0","fr":30,"w":0,"layers":[]}'],
  ] as const) {
    const upload = await api('POST', '/v1/uploads', Buffer.from(bytes, 'latin1'), { 'Content-Type': type })
    const { assetId, url } = upload.body.data
    // As a worker leaves it; none runs here.
    const error = JSON.stringify({ code, message: 'It cannot be read.', retryable: false })
    await sql`update assets set status = 'FAILED', error = ${error} where asset_id = ${assetId}`.execute(
      services.db,
    )
    for (const [path, body] of [
      ['/v1/brands', { name: 'A', [field]: url }],
      ['/v1/contents/{contentId}/preview', { brand: { [field]: url } }],
      ['/v1/contents/preview', { look: aLook(), brand: { [field]: url } }],
    ] as const) {
      const refused = await api('POST', path.replace('{contentId}', 'BASE_BASIC_UNIFIED'), body)
      assert.deepEqual([refused.status, refused.body.error?.code], [400, code], path)
      const { examples } = paths[path].post.responses['400'].content['application/json']
      assert.ok(code in examples, `${path} lists ${code}`)
    }
  }
})
