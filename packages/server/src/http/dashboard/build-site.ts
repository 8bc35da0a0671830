import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { lockFile } from '../../postgres/folder-lock.ts'

const run = promisify(execFile)
/** What the dashboard is made from, beside its own folder. */
const SOURCES = [
  'src',
  'index.html',
  'share.html',
  'vite.config.ts',
  '../sdk/src',
  '../audio/src/tags',
  '../../docs/webhooks.md',
]

/**
 * In a clone, builds the dashboard if that has not been done since a source was changed: nobody has to know that there
 * is a build step. An installed package brings it built, and has no sources.
 */
export async function buildSite(folder: string): Promise<void> {
  const dist = path.join(folder, 'dist')
  if (!existsSync(path.join(folder, 'src')) || (await isFresh(folder, dist))) return
  await mkdir(path.join(folder, 'build'), { recursive: true })
  // Several processes of a clone may want it at once: one builds, the others wait and find it fresh.
  const lock = await lockFile(path.join(folder, 'build/lock'))
  try {
    if (!(await isFresh(folder, dist))) await replaceSite(folder, dist)
  } finally {
    lock.release()
  }
}

/** Builds beside the old one, which stays as it is if that fails. */
async function replaceSite(folder: string, dist: string): Promise<void> {
  const draft = path.join(folder, 'build/draft')
  const vite = createRequire(path.join(folder, 'package.json')).resolve('vite/package.json')
  const words = [path.join(path.dirname(vite), 'bin/vite.js'), 'build', '--outDir', draft, '--emptyOutDir']
  await run(process.execPath, [...words, '--logLevel', 'error'], { cwd: folder })
  await rm(dist, { recursive: true, force: true })
  await rename(draft, dist)
}

async function isFresh(folder: string, dist: string): Promise<boolean> {
  const builtAtMs = await findAge(path.join(dist, 'index.html'))
  if (builtAtMs === 0) return false
  const ages = await Promise.all(SOURCES.map((source) => findNewest(path.join(folder, source))))
  return Math.max(...ages) <= builtAtMs
}

async function findNewest(source: string): Promise<number> {
  if (!existsSync(source)) return 0
  if (!(await stat(source)).isDirectory()) return findAge(source)
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
  return Math.max(
    0,
    ...(await Promise.all(files.map(({ parentPath, name }) => findAge(path.join(parentPath, name))))),
  )
}

async function findAge(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0
}
