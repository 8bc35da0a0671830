import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PAGE_PATHS } from '@songreel/dashboard/page-map'
import { startService } from '../../../testing/start-service.ts'
import { readSite, type SiteFile } from '../../site/read-site.ts'

/** What the first screen may weigh, gzipped. */
const MAX_JS_BYTES = 45 * 1024
const MAX_CSS_BYTES = 15 * 1024

const FOLDER = fileURLToPath(new URL('.', import.meta.resolve('@songreel/dashboard/package.json')))
const { url, apiAs } = await startService({ after })
const nobody = apiAs(undefined)
const site = await readSite()

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }

test('every page of the map is the same document, which lets nothing in from elsewhere', async () => {
  for (const pagePath of PAGE_PATHS) {
    const { status, headers, body } = await nobody('GET', pagePath.replace(':id', 'bat_x'))
    assert.equal(status, 200, pagePath)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'self';/)
    assert.equal(headers.get('cache-control'), 'no-cache')
    assert.match(body, /<div id="app">/)
    assert.doesNotMatch(body, /https?:\/\//)
  }
})

test('the map and the pages say the same', () => {
  const routes = globSync('src/pages/*/route.ts', { cwd: FOLDER })
  const paths = routes.flatMap((file) => {
    const [, list = ''] = /paths: \[([^\]]*)\]/.exec(readFileSync(path.join(FOLDER, file), 'utf8')) ?? []
    return [...list.matchAll(/'([^']+)'/g)].map(([, each]) => each)
  })
  assert.deepEqual(paths.sort(), [...PAGE_PATHS].sort())
})

test('its parts are named by their content, so browsers keep them', async () => {
  for (const name of site.assets.keys()) {
    const response = await fetch(`${url}/assets/${name}`)
    assert.equal(response.status, 200, name)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('content-encoding'), 'gzip')
  }
  const etag = (await fetch(`${url}/`)).headers.get('etag') ?? ''
  assert.equal((await nobody('GET', '/', undefined, { 'If-None-Match': etag })).status, 304)
})

test('who opens a link to nowhere gets a page, and a program gets JSON', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const open = (target: string, method = 'GET') => nobody(method, target, undefined, { Accept: accept })
  for (const unknown of ['/nope', '/batches/bat_x/nothing', '/docs/nothing']) {
    const { status, headers, body } = await open(unknown)
    assert.equal(status, 404, unknown)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8', unknown)
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'self';/)
    assert.match(headers.get('vary') ?? '', /Accept,/)
    assert.match(body, /<div id="app">/)
  }
  for (const [method, unknown] of [
    ['GET', '/v1/nope'],
    ['GET', '/assets/nothing.js'],
    ['GET', '/files/nothing'],
    ['POST', '/nope'],
    ['POST', '/batches'],
  ] as const) {
    const { headers, body } = await open(unknown, method)
    assert.match(headers.get('content-type') ?? '', /json/, `${method} ${unknown}`)
    assert.equal(body.success, false)
  }
})

test('any other path is still a 404 of the API', async () => {
  for (const unknown of ['/assets/nothing.js', '/nowhere', '/batches/bat_x/nothing']) {
    const { status, body } = await nobody('GET', unknown)
    assert.equal(status, 404, unknown)
    assert.equal(body.error.code, 'NOT_FOUND')
  }
})

test('pages are sent as small as a browser takes them', async () => {
  const encodings = { 'gzip, deflate, br, zstd': 'br', 'gzip, deflate': 'gzip', identity: null }
  const bodies = new Set<string>()
  for (const [taken, sent] of Object.entries(encodings)) {
    const response = await fetch(`${url}/`, { headers: { 'Accept-Encoding': taken } })
    assert.equal(response.headers.get('content-encoding'), sent, taken)
    assert.match(response.headers.get('vary') ?? '', /Accept-Encoding/)
    bodies.add(await response.text())
  }
  assert.equal(bodies.size, 1)
})

test('the first screen is light', () => {
  const manifest = JSON.parse(readFileSync(path.join(FOLDER, 'dist/.vite/manifest.json'), 'utf8'))
  const needed = new Map<string, Chunk>()
  const need = (key: string) => {
    const chunk: Chunk = manifest[key]
    if (!chunk || needed.has(key)) return
    needed.set(key, chunk)
    for (const each of chunk.imports ?? []) need(each)
  }
  need('index.html')
  need('src/pages/overview/overview-page.tsx')
  const weigh = (files: string[]) =>
    [...new Set(files)].reduce((bytes, file) => bytes + sizeOf(site.assets.get(path.basename(file))), 0)
  const chunks = [...needed.values()]
  const js = weigh(chunks.map(({ file }) => file))
  const css = weigh(chunks.flatMap((chunk) => chunk.css ?? []))
  assert.ok(js > 10_000 && js <= MAX_JS_BYTES, `${js} bytes of JavaScript`)
  assert.ok(css > 1000 && css <= MAX_CSS_BYTES, `${css} bytes of CSS`)
})

function sizeOf(file: SiteFile | undefined): number {
  assert.ok(file)
  return file.gzipped.length
}
