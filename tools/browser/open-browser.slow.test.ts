import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { openBrowser, type PageOptions } from './open-browser.ts'

const browser = await openBrowser()
const server = createServer((request, response) => {
  const html = decodeURIComponent(request.url?.slice(2) ?? '')
  response.setHeader('Content-Type', 'text/html').end(`<link rel="icon" href="data:,"><body>${html}`)
})
before(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
after(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

/** What the end of a test says that opened a page with this in it. */
async function endTestWith(
  html: string,
  options?: PageOptions,
): Promise<{ error: unknown; notes: string[] }> {
  const ends: (() => Promise<void>)[] = []
  const notes: string[] = []
  const t = {
    name: 'a page with a fault',
    passed: true,
    after: (end: unknown) => ends.push(end as () => Promise<void>),
    diagnostic: (note: string) => notes.push(note),
  }
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}/?${encodeURIComponent(html)}`
  await browser.openPage({ ...t, after: (end) => void t.after(end) }, url, options)
  const [error] = await Promise.all(
    ends.map((end) =>
      end().then(
        () => undefined,
        (thrown: unknown) => thrown,
      ),
    ),
  )
  return { error, notes: notes.map(String) }
}

const LOG = '<script>console.error("status 422")</script>'

test('a page that keeps to itself passes', { skip: browser.missing }, async () => {
  const { error } = await endTestWith('<script>console.log("ready")</script>')
  assert.equal(error, undefined)
  assert.equal((await endTestWith(LOG, { expects: /422/ })).error, undefined)
})

test('a request to elsewhere, an error on the console or one thrown fails', {
  skip: browser.missing,
}, async () => {
  const asks = await endTestWith('<img src="http://elsewhere.example/pixel.gif">')
  assert.match(String(asks.error), /asked http:\/\/elsewhere\.example\/pixel\.gif/)
  assert.match(asks.notes.join(), /a-page-with-a-fault\.png$/)
  assert.ok(existsSync(asks.notes.join().replace('see ', '')))
  assert.match(String((await endTestWith(LOG)).error), /console: status 422/)
  const throws = await endTestWith('<script>throw new Error("broken")</script>')
  assert.match(String(throws.error), /thrown: broken/)
})
