import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { DocsRenderer } from '@songreel/dashboard/docs-renderer'
import type { Logger } from 'pino'
import { ServiceError } from '../errors.ts'
import { type BuildOptions, buildSite, SITE_FOLDER } from './build-site.ts'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
/** More would take seconds for a page of the reference, which repeats itself so much that this halves it already. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** A file of the pages, compressed once for all visitors. */
export type SiteFile = { type: string; tag: string; plain: Buffer; gzipped: Buffer; brotli: Buffer }

/** The pages as Vite wrote them. */
export type Site = {
  /** The dashboard's document. */
  page: SiteFile
  /** The page of a share, before anything is put in. */
  share: string
  /** The document of the reference, and what writes its pages into it. */
  docs: { shell: string; loadRenderer(): Promise<DocsRenderer> }
  /** The page that the command line shows while a template is written. */
  studio: SiteFile
  assets: Map<string, SiteFile>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Reads the pages into memory: they are small, and a new build must not mix with the one that browsers have. */
export async function readSite(folder = SITE_FOLDER): Promise<Site> {
  const dist = path.join(folder, 'dist')
  const names = await readdir(path.join(dist, 'assets'))
  const assets = await Promise.all(
    names
      .filter((name) => path.extname(name) in TYPES)
      .map(async (name) => {
        const plain = await readFile(path.join(dist, 'assets', name))
        return [name, await toSiteFile(plain, path.extname(name))] as const
      }),
  )
  const readPage = async (name: string) => toSiteFile(await readFile(path.join(dist, name)), '.html')
  const [page, studio, share, docs] = await Promise.all([
    readPage('index.html'),
    readPage('studio.html'),
    readFile(path.join(dist, 'share.html'), 'utf8'),
    readFile(path.join(dist, 'docs.html'), 'utf8'),
  ])
  const renderer = pathToFileURL(path.join(dist, 'render-docs.js')).href
  return {
    page,
    studio,
    share,
    docs: { shell: runEarly(docs), loadRenderer: () => import(renderer) },
    assets: new Map(assets),
  }
}

/** Vite bundles only modules, which run late; what a reader chose is applied before anything is drawn. */
function runEarly(page: string): string {
  return page.replace(
    /<link rel="preload" as="script"[^>]*href="([^"]+)"[^>]*>/,
    '<script src="$1"></script>',
  )
}

/** The pages for a program that starts: built first where that is needed. */
export async function openSite(options: BuildOptions = {}): Promise<Site> {
  await buildSite(options)
  return readSite(options.folder)
}

let reading: Promise<Site> | undefined

/** Reads them once for all; what failed is tried again by the next visitor. */
export function readSiteOnce(log: Pick<Logger, 'error'>): Promise<Site> {
  reading ??= readSite().catch((cause) => {
    reading = undefined
    log.error({ err: cause }, 'the pages are not built')
    throw new ServiceError('UNAVAILABLE', {
      message:
        'The pages are not built. Run npm ci and npm run build:dashboard where the server is; the API works without them.',
      cause,
    })
  })
  return reading
}

/** Content with its tag, ready to be sent either way. */
export async function toSiteFile(content: string | Buffer, ending: string): Promise<SiteFile> {
  const plain = Buffer.from(content)
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 16)
  const type = TYPES[ending] ?? 'application/octet-stream'
  const [gzipped, brotli] = await Promise.all([toGzip(plain, { level: 9 }), toBrotli(plain, BROTLI)])
  return { type, tag, plain, gzipped, brotli }
}
