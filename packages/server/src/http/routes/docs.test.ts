import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { DELIVERY_FAILURES, ERRORS, RENDER_FAILURES } from '@songreel/contract'
import { startService } from '../../../testing/start-service.ts'
import { readSite, toSiteFile } from '../../site/read-site.ts'

/** What the reference may weigh: its text as browsers get it, and what is loaded with it, gzipped. */
const MAX_HTML_BYTES = 60 * 1024
const MAX_JS_BYTES = 18 * 1024
const MAX_CSS_BYTES = 8 * 1024

const service = await startService({ after })
const open = service.apiAs(undefined)
const reference = await open('GET', '/docs')
const errors = await open('GET', '/docs/errors')

test('the pages are open, and their policy lets nothing in from outside', () => {
  for (const { status, headers } of [reference, errors]) {
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*|http/)
  }
})

test('a page asks only for files of its own, and all of them are there', async () => {
  const addresses = [...reference.body.matchAll(/(?:src|<link[^>]* href)="([^"]+)"/g)].map(
    ([, address]) => address,
  )

  assert.ok(addresses.length >= 4)
  for (const address of addresses) {
    assert.match(address, /^\/assets\//)
    const { status, headers } = await open('GET', address)
    assert.equal(status, 200, address)
    assert.match(headers.get('cache-control') ?? '', /immutable/)
  }
})

test('the reference is light', async () => {
  const { docs } = await readSite()
  const weigh = async (ending: string) => {
    let bytes = 0
    for (const [, address = ''] of docs.shell.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
      if (address.endsWith(ending)) bytes += gzipSync((await open('GET', address)).body).length
    return bytes
  }
  const [js, css, html] = [await weigh('.js'), await weigh('.css'), await toSiteFile(reference.body, '.html')]
  assert.ok(js > 1000 && js <= MAX_JS_BYTES, `${js} bytes of JavaScript`)
  assert.ok(css > 1000 && css <= MAX_CSS_BYTES, `${css} bytes of CSS`)
  assert.ok(html.brotli.length <= MAX_HTML_BYTES, `${html.brotli.length} bytes of HTML`)
})

test('no page holds script, style or a handler within its markup', () => {
  for (const { body } of [reference, errors])
    assert.doesNotMatch(body, /<style|<script>|\sstyle=|\son\w+=|javascript:/)
})

test('every import of a script leads to a file that is served', async () => {
  const main = reference.body.match(/type="module"[^>]* src="(\/assets\/[^"]+)"/)[1]
  const seen = new Set<string>()
  const visit = async (address: string): Promise<void> => {
    if (seen.has(address)) return
    seen.add(address)
    const { status, body } = await open('GET', address)
    assert.equal(status, 200, address)
    for (const [, name] of body.matchAll(/(?:from|import)\s*\(?["'`](\.\/[^"'`]+)/g)) {
      await visit(new URL(name, `http://x${address}`).pathname)
    }
  }
  await visit(main)
  assert.ok(seen.size >= 1)
})

test('every call has its place on the page and in its contents', () => {
  const operations = Object.values(service.app.openApi().paths).flatMap((methods) => Object.values(methods))
  for (const { operationId } of operations) {
    assert.ok(reference.body.includes(`<section class="call" id="${operationId}">`), operationId)
    assert.ok(reference.body.includes(`href="#${operationId}"`), operationId)
  }
})

test('every code has an anchor of its own name', () => {
  const ids = [...errors.body.matchAll(/<article class="error" id="([^"]+)"/g)].map(([, id]) => id)
  const renderCodes = Object.keys(RENDER_FAILURES).map((code) => (code in ERRORS ? `render-${code}` : code))

  assert.deepEqual(
    ids.sort(),
    [...Object.keys(ERRORS), ...renderCodes, ...Object.keys(DELIVERY_FAILURES)].sort(),
  )
})

test('a browser that has the page already is told so', async () => {
  const again = await open('GET', '/docs', undefined, {
    'If-None-Match': reference.headers.get('etag') ?? '',
  })
  assert.equal(again.status, 304)
})

test('a page with a query is still a page', async () => {
  const { status, headers } = await open('GET', '/docs?from=mail')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/html/)
})

test('others are served while the page is made for the first time', async (t) => {
  const fresh = await startService(t)
  const order: string[] = []
  const note = (name: string) =>
    fetch(fresh.url + name).then(async (response) => {
      await response.arrayBuffer()
      order.push(name)
    })
  await note('/livez')
  await Promise.all([note('/docs'), note('/v1/openapi.json'), note('/livez')])
  assert.deepEqual(order.slice(0, 2), ['/livez', '/livez'])
})
