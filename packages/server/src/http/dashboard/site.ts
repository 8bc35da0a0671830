import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Logger } from 'pino'
import { ServiceError } from '../../errors.ts'
import { buildSite } from './build-site.ts'

const compress = promisify(gzip)

/** A file of the dashboard, gzipped once. */
export type SiteFile = { type: string; tag: string; plain: Buffer; gzipped: Buffer }

/** The dashboard as Vite wrote it. */
export type Site = {
  page: SiteFile
  /** The page of a share, before anything is put in. */
  share: string
  assets: Map<string, SiteFile>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const FOLDER = fileURLToPath(new URL('.', import.meta.resolve('@songreel/dashboard/package.json')))

/** Reads the dashboard into memory: it is small, and a new build must not mix with the one that browsers have. */
export async function readSite(folder = FOLDER): Promise<Site> {
  await buildSite(folder)
  const dist = path.join(folder, 'dist')
  const names = await readdir(path.join(dist, 'assets'))
  const assets = await Promise.all(
    names
      .filter((name) => path.extname(name) in TYPES)
      .map(async (name) => [name, await readSiteFile(path.join(dist, 'assets', name))] as const),
  )
  const [page, share] = await Promise.all([
    readSiteFile(path.join(dist, 'index.html')),
    readFile(path.join(dist, 'share.html'), 'utf8').catch(() => ''),
  ])
  return { page, share, assets: new Map(assets) }
}

let reading: Promise<Site> | undefined

/** Reads it once for all pages; what failed is tried again by the next visitor. */
export function readSiteOnce(log: Pick<Logger, 'error'>): Promise<Site> {
  reading ??= readSite().catch((cause) => {
    reading = undefined
    log.error({ err: cause }, 'the dashboard could not be built')
    throw new ServiceError('UNAVAILABLE', {
      message:
        'The dashboard is not built, and could not be built here. Run npm ci and npm run build:dashboard where the server is; the API works without it.',
      cause,
    })
  })
  return reading
}

async function readSiteFile(file: string): Promise<SiteFile> {
  const plain = await readFile(file)
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 16)
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream'
  return { type, tag, plain, gzipped: await compress(plain, { level: 9 }) }
}
