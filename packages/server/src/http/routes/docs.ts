import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorsPage } from '../docs/errors-page.ts'
import type { PageFiles } from '../docs/page-frame.ts'
import { referencePage } from '../docs/reference-page.ts'
import { runInPieces } from '../openapi/in-pieces.ts'
import type { App, Routes } from './route.ts'

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // blob: shows what "Try it" got from a call that draws a picture.
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
const squeeze = promisify(gzip)
const FOR_A_YEAR = 'public, max-age=31536000, immutable'

/** Something that is sent as it is: made once, squeezed once, when it is first asked for. */
type Page = { type: string; tag: string; plain: Buffer; squeezed: Buffer }

/** The reference for people, made from the OpenAPI document; nothing in it comes from elsewhere. */
export const docsRoutes: Routes = (app) => {
  const parts = readParts()
  // All parts lie in a folder named by their content, so that browsers may keep them and still see every change.
  const folder = `/docs/page/${computeTag([...parts.values()].map(({ content }) => content).join())}`
  const modules = [...parts.keys()].filter(
    (name) => name.endsWith('.js') && name !== 'theme.js' && name !== 'main.js',
  )
  const files: PageFiles = { folder, modules }
  const reference = once(async () => {
    const { markup } = await runInPieces(referencePage(await app.describe(), files))
    return toPage(markup, HTML)
  })
  const errors = once(() => toPage(errorsPage(files).markup, HTML))

  addPage(app, '/docs', reference, 'no-cache')
  addPage(app, '/docs/errors', errors, 'no-cache')
  for (const [name, { content, type }] of parts)
    addPage(
      app,
      `${folder}/${name}`,
      once(() => toPage(content, type)),
      FOR_A_YEAR,
    )
}

const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const FOLDER = new URL('../docs/page/', import.meta.url)

/** The style is written in parts and sent as one, in this order. */
const STYLES = ['base', 'top', 'side', 'content', 'code', 'start', 'errors', 'try', 'small-screens']
const SCRIPTS = [
  'theme',
  'main',
  'contents',
  'dom',
  'json',
  'known-ids',
  'samples',
  'storage',
  'token',
  'try-call',
]

function readParts(): Map<string, { content: string; type: string }> {
  const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')
  const style = STYLES.map((name) => read(`${name}.css`)).join('\n')
  return new Map([
    ['style.css', { content: style, type: 'text/css; charset=utf-8' }],
    ['icon.svg', { content: read('icon.svg'), type: 'image/svg+xml' }],
    ...SCRIPTS.map((name) => [`${name}.js`, { content: read(`${name}.js`), type: SCRIPT }] as const),
  ])
}

function addPage(app: App, url: string, page: () => Promise<Page>, caching: string): void {
  app.get(url, { config: { scope: 'open', isPage: true } }, async (request, reply) =>
    sendPage(request, reply, await page(), caching),
  )
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, caching: string): FastifyReply {
  const etag = `"${page.tag}"`
  reply.headers({
    'Content-Security-Policy': CSP,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': caching,
    ETag: etag,
    Vary: 'Accept-Encoding',
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  reply.type(page.type)
  if (!/\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')) return reply.send(page.plain)
  return reply.header('Content-Encoding', 'gzip').send(page.squeezed)
}

async function toPage(content: string, type: string): Promise<Page> {
  const plain = Buffer.from(content)
  return { type, tag: computeTag(plain), plain, squeezed: await squeeze(plain, { level: 9 }) }
}

function computeTag(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 16)
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
