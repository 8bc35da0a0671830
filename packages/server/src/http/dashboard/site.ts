import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { buildSite } from './build-site.ts'

/** A file of the dashboard, squeezed once. */
export type SiteFile = { type: string; tag: string; plain: Buffer; squeezed: Buffer }

/** The dashboard as Vite wrote it. */
export type Site = { page: SiteFile; assets: Map<string, SiteFile> }

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
  return { page: await readSiteFile(path.join(dist, 'index.html')), assets: new Map(assets) }
}

async function readSiteFile(file: string): Promise<SiteFile> {
  const plain = await readFile(file)
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 16)
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream'
  return { type, tag, plain, squeezed: gzipSync(plain, { level: 9 }) }
}
