import assert from 'node:assert/strict'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  ArtistInput,
  ArtistPatch,
  ArtistQuery,
  BrandInput,
  BrandPatch,
  BrandQuery,
  MediaBundleInput,
  MediaBundlePatch,
  MediaBundleQuery,
  MediaInput,
  MediaPatch,
  MediaQuery,
} from '@songreel/contract'
import { ADMIN_TOKEN, SECRET, startService } from '@songreel/server/testing/start-service.ts'
import { createTestDatabase } from '@songreel/server/testing/test-database.ts'
import { z } from 'zod'
import { linesOf, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'
import { RESOURCES } from '../remote/resources.ts'

const database = await createTestDatabase({ after })
const { url, token, orgId, client } = await startService({ after }, { database })
const cwd = await makeTestFolder()
after(() => removeTestFolder(cwd))
const home = { HOME: cwd, XDG_CONFIG_HOME: join(cwd, 'config') }
const signedIn = { ...home, SONGREEL_URL: url, SONGREEL_TOKEN: token }

/** What a command prints when all goes well. */
async function print(words: string[], env: Record<string, string> = signedIn): Promise<string> {
  const { code, stdout, stderr } = await runCli(words, { cwd, env })
  assert.equal(code, 0, stderr)
  return stdout.trimEnd()
}

/** How a command is refused: the exit code, and one line on stderr. */
async function refuse(
  words: string[],
  env: Record<string, string> = signedIn,
): Promise<[number | null, string]> {
  const { code, stderr } = await runCli(words, { cwd, env })
  assert.equal(linesOf(stderr).length, 1, stderr)
  return [code, stderr]
}

test('login keeps a token that works, for its owner alone, and profiles can be switched', async () => {
  await writeFile(join(cwd, 'token.txt'), `${token}\n`)
  const file = join(cwd, 'config/songreel/config.json')
  const words = ['login', url, '--token-file', 'token.txt']
  assert.equal(await print(words, home), orgId)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal(await print([...words, '--profile', 'label'], home), orgId)

  await writeFile(join(cwd, 'wrong.txt'), 'srl_live_wrong')
  const [code, told] = await refuse(['login', url, '--token-file', 'wrong.txt'], home)
  assert.equal(code, 77)
  assert.match(told, /401 UNAUTHENTICATED: .*starts with srl_liv….*the server is http/)
  assert.doesNotMatch(told, /srl_live_wrong/)

  const list = await print(['config'], home)
  assert.match(list, /^default +http\S+ +srl_\S+… +-\nlabel +http\S+ +srl_\S+… +current$/)
  assert.ok(!list.includes(token))
  assert.equal(await print(['config', 'use', 'default'], home), 'default')
  assert.equal(await print(['status', '-o', 'env'], home), `SONGREEL_URL=${url}\nSONGREEL_TOKEN=${token}`)
  assert.equal(await print(['config', 'remove', 'label'], home), 'label')
  assert.deepEqual(JSON.parse(await print(['config', '--json'], home)).items.length, 1)
  const [missing, hint] = await refuse(['status', '--profile', 'defalt'], home)
  assert.equal(missing, 64)
  assert.match(hint, /No profile defalt\. Did you mean default\?/)
})

test('a stored token goes to no other server, and a missing one is said to be missing', async () => {
  const elsewhere = { ...home, SONGREEL_URL: url.replace('127.0.0.1', 'localhost') }
  const [code, told] = await refuse(['artists', 'list'], elsewhere)
  assert.equal(code, 77)
  assert.match(told, /There is no token for http:\/\/localhost:\d+\. Sign in: songreel login/)
})

test('a server that is not there, or is none, is one sentence with a way out', async () => {
  const [code, told] = await refuse(['artists', 'list'], { ...signedIn, SONGREEL_URL: 'http://127.0.0.1:9' })
  assert.equal(code, 69)
  assert.match(
    told,
    /No Songreel server responds at http:\/\/127\.0\.0\.1:9 \(SONGREEL_URL; .*songreel serve/,
  )
  const [usage, why] = await refuse(['status'], { ...signedIn, SONGREEL_URL: 'videos.example.com' })
  assert.equal(usage, 64)
  assert.match(why, /starts with http:\/\/ or https:\/\/.*this is videos\.example\.com/)
})

test('status says what works and who one is', async () => {
  const shown = await print(['status'])
  assert.match(shown, /Server +http\S+ \(SONGREEL_URL\), songreel \d/)
  assert.match(shown, new RegExp(`Signed in .*\\(${orgId}\\), token srl_`))
  const unknown = await runCli(['status', '--json'], {
    cwd,
    env: { ...signedIn, SONGREEL_TOKEN: 'x'.repeat(30) },
  })
  assert.equal(unknown.code, 1)
  const { organization, refusal, version } = JSON.parse(unknown.stdout)
  assert.deepEqual([organization, typeof version], [null, 'string'])
  assert.match(refusal, /^401 UNAUTHENTICATED/)
})

/** Opens a sign-in link twice. */
async function openTwice(text: string): Promise<number[]> {
  const link = new URL(text)
  assert.equal(link.pathname, '/claim')
  const signIn = () =>
    fetch(`${url}/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ code: link.hash.slice(1) }),
    })
  return [(await signIn()).status, (await signIn()).status]
}

test('login-link prints a link that signs a browser in once', async () => {
  assert.deepEqual(await openTwice(await print(['login-link'])), [200, 401])
  assert.match(JSON.parse(await print(['login-link', '--json'])).url, /\/claim#c_\w+$/)
})

test("login-link works beside a server: by its token file, or by the server's database where the token is elsewhere", async () => {
  const beside = { ...home, XDG_CONFIG_HOME: join(cwd, 'none'), SONGREEL_PORT: new URL(url).port }
  const folder = join(cwd, 'data of the server')
  await mkdir(folder)
  await writeFile(join(folder, 'token'), `${token}\n`)
  assert.deepEqual(
    await openTwice(await print(['login-link'], { ...beside, SONGREEL_DATA_DIR: folder })),
    [200, 401],
  )

  const settings = { ...beside, SONGREEL_DATA_DIR: join(cwd, 'nothing'), DATABASE_URL: database.databaseUrl }
  const SONGREEL_PUBLIC_URL = 'https://videos.example'
  const link = await print(['login-link'], { ...settings, SONGREEL_SECRET: SECRET, SONGREEL_PUBLIC_URL })
  assert.ok(link.startsWith(`${SONGREEL_PUBLIC_URL}/claim#c_`), link)
  assert.deepEqual(await openTwice(link), [200, 401])

  const other = await refuse(['login-link'], { ...settings, SONGREEL_SECRET: `another ${SECRET}` })
  assert.match(other[1], /SONGREEL_SECRET is not the one this database was made with/)
  const none = await refuse(['login-link'], settings)
  assert.match(none[1], /secret is missing: there is no .*secret, and SONGREEL_SECRET is not set/)
  const neither = await refuse(['login-link'], beside)
  assert.deepEqual([neither[0], /There is no token for http/.test(neither[1])], [77, true])
})

test('the catalogue is made, changed, listed, deleted and brought back', async () => {
  await writeFile(
    join(cwd, 'cover.jpg'),
    Buffer.from(await (await fetch(`${url}/demo/cover.jpg`)).arrayBuffer()),
  )
  const artist = await print(['artists', 'create', '--name', 'Odalys Wren', '--image', 'cover.jpg'])
  assert.ok((await client.artists.get(artist)).imageAssetId)
  const bundle = await print([
    'bundles',
    'create',
    '--name',
    'Harbour EP',
    '--artist',
    artist,
    '--upc',
    '036000291452',
  ])
  const words = ['media', 'create', '--name', 'Drive', '--bundle', bundle]
  const song = await print([...words, '--streamer-url', 'https://example.com/1', '--json'])
  const { mediaId } = JSON.parse(song)
  assert.match(await print(['bundles', 'get', bundle]), /\nupc +036000291452$/)
  assert.match(
    await print(['bundles', 'update', bundle, '--clear', 'upc', '--name', 'Late EP']),
    /name +Late EP/,
  )
  assert.equal((await client.mediaBundles.get(bundle)).upc, null)
  assert.equal(await print(['media', 'list', '--search', 'driv', '--bundle', bundle, '-o', 'ids']), mediaId)
  assert.equal(await print(['media', 'list', '--created-before', '2020-01-01', '-o', 'ids']), '')

  const [code, told] = await refuse(['artists', 'delete', artist])
  assert.equal(code, 1)
  assert.match(told, /1 media bundle below it\. Delete them first, or with this one: --cascade/)
  assert.equal(await print(['artists', 'delete', artist, '--cascade']), artist)
  const [gone, why] = await refuse(['artists', 'get', artist])
  assert.equal(gone, 1)
  assert.match(why, /404 ARTIST_NOT_FOUND/)
  assert.equal(await print(['artists', 'restore', artist]), artist)
})

test('what is wrong with a field is named', async () => {
  const cases: [words: string[], code: number, told: RegExp][] = [
    [['artists', 'create'], 64, /Required option --name <text> not specified/],
    [['artists', 'update', 'art_1'], 64, /Say what to change, such as --name/],
    [
      ['bundles', 'update', 'mbn_1', '--clear', 'ucp'],
      64,
      /--clear takes upc, image, not ucp\. Did you mean upc\?/,
    ],
    [['artists', 'list', '--limit', 'ten'], 64, /--limit must be a whole number/],
    [['artists', 'list', '--created-after', 'soon'], 64, /--created-after soon is no time/],
    [['artists', 'list', '-o', 'jsn'], 64, /No output jsn\. Did you mean json\?/],
    [
      ['artists', 'create', '--name', 'X', '--image', 'covr.jpg'],
      65,
      /There is no file covr\.jpg\. Did you mean cover/,
    ],
    [
      ['bundles', 'create', '--name', 'X', '--artist', 'art_1', '--upc', '1'],
      65,
      /400 VALIDATION_ERROR: .*upc/,
    ],
    [['api', 'GTE', '/v1/limits'], 64, /No method GTE\. Did you mean GET\?/],
    [['api', 'GET', 'https://example.com/v1'], 64, /Give the path alone/],
  ]
  for (const [words, code, told] of cases) {
    const [seen, stderr] = await refuse(words)
    assert.equal(seen, code, stderr)
    assert.match(stderr, told)
  }
})

test('any call can be made, and an error has its whole response', async () => {
  assert.equal(JSON.parse(await print(['api', 'get', 'limits'])).success, true)
  assert.match(await print(['api', 'GET', '/metrics']), /^# HELP/)
  const made = await print([
    'api',
    'POST',
    '/v1/artists',
    '-d',
    '{"name":"Ana"}',
    '-H',
    'Idempotency-Key: a1',
  ])
  assert.equal(JSON.parse(made).data.name, 'Ana')
  const failed = await runCli(['api', 'POST', '/v1/artists', '-d', '{}'], { cwd, env: signedIn })
  assert.equal(failed.code, 65)
  assert.equal(JSON.parse(failed.stdout).error.code, 'VALIDATION_ERROR')
})

test('organizations are made by the operator, and a rotated token is kept where the old one was', async () => {
  const env = { ...home, SONGREEL_URL: url, SONGREEL_TOKEN: token, SONGREEL_ADMIN_TOKEN: ADMIN_TOKEN }
  const made = JSON.parse(await print(['orgs', 'create', '--name', 'Wren Records', '--json'], env))
  const limited = await print(['orgs', 'quota', made.orgId, '--videos', '7', '--bytes', 'none'], env)
  assert.match(limited, /videos +7 +0 +0\nsecs +- +0 +0\nbytes +- /)
  await writeFile(join(cwd, 'theirs.txt'), made.authToken)
  await print(['login', url, '--token-file', 'theirs.txt', '--profile', 'theirs'], home)
  assert.match(
    await print(['orgs', 'update', '--webhook', 'https://example.com/h'], home),
    /https:\/\/example\.com\/h/,
  )
  const rotated = JSON.parse(await print(['orgs', 'rotate-token', '--grace-secs', '0', '--json'], home))
  assert.notEqual(rotated.authToken, made.authToken)
  assert.equal(JSON.parse(await print(['orgs', 'quota', '--json'], home)).videos.limit, 7)
  const refused = await runCli(['orgs', 'quota', made.orgId, '--videos', '8'], { cwd, env: home })
  assert.notEqual(refused.code, 0)
  assert.match(await print(['usage', '--days', '2'], home), /^\d{4}-\d\d-\d\d +0 .*\n.*\ntotal +0 /)
  const csv = await print(['usage', '--by', 'content', '-o', 'csv'], home)
  assert.equal(csv.trim(), 'contentId,videos,secs,failed,bytes,cpuSecs')
  const shown = await print(['orgs', 'get'], home)
  assert.match(shown, new RegExp(`orgId +${made.orgId}`))
  assert.ok(!shown.includes(rotated.authToken))
})

test('a brand is made with its files and colours, changed in part, and given to an artist', async () => {
  await writeFile(join(cwd, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>')
  const colours = ['--background', '#101418', '--accent', '#ff3366']
  const brand = await print(['brands', 'create', '--name', 'Harbour', '--logo', 'logo.svg', ...colours])
  await print([
    'brands',
    'update',
    brand,
    '--accent',
    '#00c2a8',
    '--logo-opacity',
    '0.5',
    '--clear',
    'background',
  ])
  const { colors, logo, logoAssetId } = JSON.parse(await print(['brands', 'get', brand, '--json']))
  assert.deepEqual([colors, logo.opacity], [{ accent: '#00c2a8' }, 0.5])
  assert.match(logoAssetId, /^ast_/)
  const [code, told] = await refuse(['brands', 'update', brand, '--end-secs', 'long'])
  assert.equal(code, 64)
  assert.match(told, /--end-secs takes a number, not long/)
  const artist = await print(['artists', 'create', '--name', 'Odalys', '--brand', brand])
  assert.equal(await print(['artists', 'list', '--brand', brand, '-o', 'ids']), artist)
})

test('a look is stored from its file, changed, deleted and restored, and its faults are told by their paths', async () => {
  const look = { look: 1, title: 'Neon pulse', description: 'The cover.', layers: [{ kind: 'backdrop' }] }
  const file = join(cwd, 'look.json')
  await writeFile(file, JSON.stringify(look))
  const id = await print(['contents', 'create', 'look.json'])
  assert.equal(id, 'OWN_NEON_PULSE')
  await writeFile(file, JSON.stringify({ ...look, energy: 'CALM' }))
  assert.equal(JSON.parse(await print(['contents', 'update', id, 'look.json', '--json'])).version, 2)
  assert.equal(JSON.parse(await print(['contents', 'get', id, '--json'])).look.energy, 'CALM')
  await writeFile(file, JSON.stringify({ ...look, layers: [{ kind: 'backdrop', blur: 'much' }] }))
  const [, told] = await refuse(['contents', 'update', id, 'look.json'])
  assert.match(told, /422 LOOK_INVALID: layers\[0\]\.blur/)
  assert.equal(await print(['contents', 'delete', id]), id)
  assert.ok(!(await print(['contents', 'list', '-o', 'ids'])).includes(id))
  assert.equal(await print(['contents', 'list', '--only-deleted', '-o', 'ids']), id)
  assert.equal(await print(['contents', 'restore', id]), id)
  assert.equal(JSON.parse(await print(['contents', 'get', id, '--json'])).version, 2)
})

test('the flags of the catalogue are the fields of the contract', () => {
  const shapes = {
    artists: [ArtistInput, ArtistPatch, ArtistQuery],
    bundles: [MediaBundleInput, MediaBundlePatch, MediaBundleQuery],
    media: [MediaInput, MediaPatch, MediaQuery],
    brands: [BrandInput, BrandPatch, BrandQuery],
  }
  // Lyrics come as a file here, pages are turned for the user to the end, and get reads by id.
  const left = new Set(['lyricsText', 'limit', 'cursor', 'ids', 'total'])
  for (const { name, fields, filters } of RESOURCES) {
    const [input, patch, query] = shapes[name].map((schema) =>
      listFields(schema).filter((key) => !left.has(key)),
    )
    const names = (flags: typeof fields) => flags.map(({ field }) => field).sort()
    assert.deepEqual(names(fields), input?.sort(), name)
    assert.deepEqual(names(fields.filter(({ isFixed }) => !isFixed)), patch?.sort(), name)
    assert.deepEqual(names(filters), query?.sort(), name)
  }
})

/** The fields of an object, and those inside of its parts: `colors.accent`. */
function listFields({ shape }: z.ZodObject): string[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    let inner: unknown = field
    while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap()
    return inner instanceof z.ZodObject ? listFields(inner).map((part) => `${name}.${part}`) : [name]
  })
}
