import assert from 'node:assert/strict'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { RenderFailedError, Songreel } from '@songreel/sdk'
import { createEmptyTestDatabase } from '@songreel/server/testing/test-database.ts'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import { makeClone } from './clone.ts'
import { type Block, ROOT, readBlocks } from './read-blocks.ts'
import { RUN_ELSEWHERE, UNRUN_BLOCKS } from './unrun-blocks.ts'

// Every block of the pages is run as it stands there, but for addresses, paths, ports, the quality, and npx.

const blocks = readBlocks()
const taken = new Set<Block>()
const README = {
  render: take('README.md', 'npx songreel render'),
  start: take('README.md', 'npm start'),
  batch: take('README.md', 'TOKEN=$(cat'),
  response: take('README.md', 'Batch created'),
  otherWays: take('README.md', 'npx songreel batches create'),
}
const API = [take('docs/api.md', '/v1/uploads'), take('docs/api.md', '"ref": "release-42"')]
const BULK = take('docs/api.md', '/v1/catalogue/import')
const IMPORT = take('docs/import.md', 'songreel import')
const ERRORS = [take('docs/errors.md', '"success": false'), take('docs/errors.md', 'ASSET_UNREACHABLE')]
const OWN_POSTGRES = take('docs/operations.md', 'npm start', 'DATABASE_URL')
const BACKUPS = [
  take('docs/backup.md', 'songreel backup /backup'),
  take('docs/backup.md', 'songreel serve --data /srv/restored'),
  take('docs/backup.md', '/tmp/restore-test'),
]
const COPY = take('docs/backup.md', 'cp -a songreel-data /backup')
const RESTORE = take('docs/backup.md', 'mv songreel-data songreel-data.old')
const TEMPLATES = {
  commands: take('docs/templates.md', 'templates check'),
  code: take('docs/templates.md', 'NEON_PULSE'),
}
const MY_FIRST = take('packages/kit/README.md', 'MY_FIRST')
const EMBEDDING = take('docs/embedding.md', 'startServer')
const IMPORTS = [
  take('packages/contract/README.md', 'ERRORS'),
  take('packages/mcp/README.md', 'createMcpServer'),
  take('packages/templates/README.md', 'loadTemplates'),
]

const env: Record<string, string> = { SONGREEL_PORT: '0', npm_config_update_notifier: 'false' }
const clone = makeClone(env)
after(clone.remove)
writeFileSync(join(clone.folder, 'song.mp3'), makeTestSong(1))
// Inside of the real clone, where its packages are found.
mkdirSync(join(ROOT, 'build'), { recursive: true })
const codeFolder = mkdtempSync(join(ROOT, 'build', 'docs-'))
after(() => rmSync(codeFolder, { recursive: true, force: true }))

/** The one block of a page that holds all of these. */
function take(page: string, ...parts: string[]): Block {
  const [block, ...others] = blocks.filter(
    (each) => each.page === page && parts.every((part) => each.code.includes(part)),
  )
  assert.ok(block && others.length === 0, `${page}: one block with ${parts}`)
  taken.add(block)
  return block
}

test('every block of the pages is run by a test, or listed with the reason why not', () => {
  const isListed = ({ page, code }: Block) =>
    UNRUN_BLOCKS.some((entry) => entry.page === page && code.includes(entry.holds))
  const isRunElsewhere = ({ page, language }: Block) =>
    RUN_ELSEWHERE.some((entry) => entry.page === page && entry.languages.includes(language))
  const forgotten = blocks.filter((block) => !taken.has(block) && !isListed(block) && !isRunElsewhere(block))
  assert.deepEqual(forgotten, [])
  const stale = UNRUN_BLOCKS.filter(
    ({ page, holds }) => !blocks.some((block) => block.page === page && block.code.includes(holds)),
  )
  assert.deepEqual(stale, [])
  for (const { page, by } of RUN_ELSEWHERE) assert.ok(readFileSync(join(ROOT, by), 'utf8').includes(page), by)
})

test('every script of npm that a block names exists, also where no test runs it', () => {
  const scriptsOf = (folder: string) =>
    JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')).scripts
  for (const { page, code } of blocks)
    for (const [line, script = '', folder = '.'] of code.matchAll(
      /npm (?:run )?(?!ci\b|i\b|run\b|install\b)([\w:-]+)(?: -w (\S+))?/g,
    ))
      assert.ok(script in scriptsOf(folder), `${page}: ${line}`)
})

test('README, api, import, errors and backup: one server and what is done with it', async (t) => {
  const server = await clone.start(adapt(README.start), /"service is ready"/)
  t.after(() => server.stop())
  const [, url = ''] = /Dashboard +(\S+)/.exec(server.output) ?? []
  const token = readFileSync(join(clone.folder, 'songreel-data/token'), 'utf8').trim()
  Object.assign(env, { SONGREEL_URL: url, TOKEN: token })
  const client = new Songreel({ baseUrl: url, token })
  const cover = await fetch(`${url}/demo/cover.jpg`)
  writeFileSync(join(clone.folder, 'cover.jpg'), Buffer.from(await cover.arrayBuffer()))

  await t.test('README, your song', async () => {
    await clone.runBlock(adapt(README.render))
  })
  await t.test('README, first batch', async () => {
    const response = JSON.parse(await clone.runBlock(adapt(README.batch, url)))
    await client.batches.cancel(response.data.batchId)
    assert.deepEqual(withoutIds(response), withoutIds(JSON.parse(README.response.code)))
  })
  await t.test('docs/api.md', async () => {
    const [upload, batch] = await Promise.all(API.map((block) => clone.runBlock(adapt(block, url))))
    assert.match(JSON.parse(upload ?? '').data.url, /^http/)
    const { data } = JSON.parse(batch ?? '')
    assert.equal(data.renders.length, 4)
    await client.batches.cancel(data.batchId)
    const imported = JSON.parse(await clone.runBlock(adapt(BULK, url)))
    assert.equal(imported.data.rows[0].status, 'CREATED')
  })
  await t.test('docs/import.md and other ways in', async () => {
    const catalogue = readFileSync(join(ROOT, 'docs/samples/catalogue.csv'), 'utf8')
    writeFileSync(join(clone.folder, 'catalogue.csv'), catalogue.replaceAll('https://cdn.example.com', url))
    const message = readFileSync(join(ROOT, 'docs/samples/ern-43.xml'), 'utf8')
    writeFileSync(join(clone.folder, 'release.xml'), message.replaceAll('https://cdn.example.com', url))
    await clone.runBlock(adapt(IMPORT, url))
    await clone.runBlock(adapt(README.otherWays, url))
  })
  await t.test('docs/errors.md', () => checkErrors(client, url))
  await server.stop()
  await t.test('docs/backup.md', backUpAndRestore)
})

test('docs/embedding.md: a program starts the server, and stops it when told to', async () => {
  const file = join(codeFolder, 'embedding.ts')
  writeFileSync(file, EMBEDDING.code)
  const server = await clone.start(`exec node ${file}`, /^http:\S+/m)
  await server.stop('SIGTERM')
})

test('what the packages export is there', async () => {
  const files = IMPORTS.map(({ code }, index) => {
    const file = join(codeFolder, `import-${index}.ts`)
    writeFileSync(file, code)
    return `await import('${file}')`
  })
  const all = join(codeFolder, 'imports.ts')
  writeFileSync(all, files.join('\n'))
  assert.match(await clone.run(`node ${all}`), /^BASE_BASIC_UNIFIED /m)
})

test('docs/templates.md: its template passes the check, in a folder of its own and beside a package', async () => {
  const folder = join(clone.home, 'draft/neon-pulse')
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(ROOT, 'packages/templates/starter/fixture.json'), join(folder, 'fixture.json'))
  writeFileSync(join(folder, 'preview.png'), '')
  writeFileSync(join(folder, 'template.ts'), TEMPLATES.code.code)
  const installed = join(clone.home, 'node_modules/@label/templates/my-first')
  cpSync(folder, installed, { recursive: true })
  rmSync(join(installed, 'template.ts'))
  writeFileSync(join(installed, 'template.js'), MY_FIRST.code)
  writeFileSync(join(installed, '../package.json'), '{"name":"@label/templates","type":"module"}')
  // The studio has tests of its own. The starter's preview.png is of another picture.
  const commands = adapt(TEMPLATES.commands)
    .replace(/^(.*templates new (\S+)).*$/m, `$1\ncp ${folder}/template.ts $2/`)
    .replace('templates check', 'templates check --preview')
    .replace(/^songreel studio .*$/m, '')
  await clone.runBlock(commands)
})

test('docs/operations.md: a PostgreSQL of your own', async (t) => {
  const databaseUrl = await createEmptyTestDatabase(t)
  await clone.runBlock(OWN_POSTGRES.code.replace(/postgres:\S+/, databaseUrl))
})

/** A block with the addresses and paths of this machine. */
function adapt({ code }: Block, url = 'http://localhost:4400'): string {
  return code
    .replaceAll(/npm ci && |npx (?=songreel)/g, '')
    .replace(/songreel (render|batches create)/, '$& --quality preview')
    .replaceAll('https://cdn.example.com', `${url}/demo`)
    .replaceAll('localhost:4400', new URL(url).host)
    .replaceAll('--port 4410', '--port 0')
    .replaceAll('/srv/restored', `${clone.home}/restored`)
    .replaceAll('/srv/songreel', clone.folder)
    .replaceAll('/backup/', `${clone.home}/backup/`)
    .replaceAll('/tmp/restore-test', `${clone.home}/restore-test`)
}

/** The folder of a stopped service is copied, restored and tried. */
async function backUpAndRestore(): Promise<void> {
  mkdirSync(join(clone.home, 'backup'))
  for (const block of BACKUPS) await clone.runBlock(adapt(block))
  await clone.runBlock(adapt(COPY))
  const restore = adapt(RESTORE)
  // The command that asks goes where the service says that it is.
  const [until = '', ask = ''] = restore.split(/(?=^curl)/m)
  await clone.run(until.replace('npm start', ''))
  const server = await clone.start('npm start', /"service is ready"/)
  const [, url = ''] = /Dashboard +(\S+)/.exec(server.output) ?? []
  const response = await clone.run(ask.replace('http://localhost:4400', url)).finally(() => server.stop())
  assert.match(response, /"success":true/)
}

/** What differs from one response to the next is left out. */
function withoutIds(response: unknown): unknown {
  return JSON.parse(JSON.stringify(response).replaceAll(/(bat|rnd)_[\w…]+/g, '$1_'))
}

/** Both errors of the page, provoked. */
async function checkErrors(client: Songreel, url: string): Promise<void> {
  const [refused, failed] = ERRORS.map(({ code }) => JSON.parse(code))
  const { artistId } = await client.artists.create({ name: 'Odalys Wren' })
  const response = await fetch(`${url}/v1/media-bundles`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${env.TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Harbour EP', artistId, upc: '602445790099' }),
  })
  const body = JSON.parse((await response.text()).replaceAll(url, 'http://localhost:4400'))
  const details = body.error.details.map((detail: object) => ({ ...detail, message: '...' }))
  assert.deepEqual({ ...body, error: { ...body.error, details }, requestId: refused.requestId }, refused)

  const batch = await client.batches.create({
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: `${url}/missing.mp3` },
    renders: [{ contentId: 'BASE_BASIC_UNIFIED', videoSettings: { outputQuality: 'PREVIEW' } }],
  })
  await assert.rejects(client.batches.waitForCompletion(batch.batchId), RenderFailedError)
  const { renders } = await client.batches.get(batch.batchId)
  const error = JSON.stringify(renders[0]?.error).replaceAll(/localhost:\d+/g, 'cdn.example.com')
  assert.deepEqual(JSON.parse(error), failed)
}
