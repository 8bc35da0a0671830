import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { lockFile } from '../postgres/folder-lock.ts'

const run = promisify(execFile)

/** The package with the pages. */
export const SITE_FOLDER = fileURLToPath(
  new URL('.', import.meta.resolve('@songreel/dashboard/package.json')),
)

/** Which package, what is called before a build, and what calls it off. */
export type BuildOptions = { folder?: string; onBuild?(): void; signal?: AbortSignal }

/**
 * In a clone, builds the pages if that has not been done since a source was changed: nobody has to know that there is a
 * build step. An installed package brings them built, and has no sources. Called at a start, never by a request.
 */
export async function buildSite({ folder = SITE_FOLDER, onBuild, signal }: BuildOptions = {}): Promise<void> {
  if (!existsSync(path.join(folder, 'src')) || (await isFresh(folder))) return
  await mkdir(path.join(folder, 'build'), { recursive: true })
  // Several processes of a clone may want it at once: one builds, the others wait and find it fresh.
  const lock = await lockFile(path.join(folder, 'build/lock'), { signal })
  try {
    if (await isFresh(folder)) return
    onBuild?.()
    await replaceSite(folder, signal)
  } finally {
    lock.release()
  }
}

/** Builds the pages for a server that starts; without them the API still works. */
export async function prepareSite(log: Logger, signal?: AbortSignal): Promise<void> {
  try {
    const onBuild = () => log.info('building the pages, once: their sources are new')
    await buildSite({ onBuild, signal })
  } catch (error) {
    if (!signal?.aborted)
      log.error({ err: error }, 'the pages could not be built; the API works without them')
  }
}

/** Builds beside the old ones, which stay as they are if that fails. */
async function replaceSite(folder: string, signal?: AbortSignal): Promise<void> {
  const [draft, dist] = [path.join(folder, 'build/draft'), path.join(folder, 'dist')]
  await run(process.execPath, ['build.ts', draft], { cwd: folder, signal })
  await rm(dist, { recursive: true, force: true })
  await rename(draft, dist)
}

/** Compares the moment at which the build began with the package's own files and with those that it read elsewhere. */
async function isFresh(folder: string): Promise<boolean> {
  const noted = await readFile(path.join(folder, 'dist/sources.json'), 'utf8').catch(() => undefined)
  if (noted === undefined) return false
  const { startedAtMs, sources }: { startedAtMs: number; sources: string[] } = JSON.parse(noted)
  const files = [...(await listOwnFiles(folder)), ...sources]
  const ages = await Promise.all(files.map((file) => findAge(path.join(folder, file))))
  return ages.every((age) => age !== undefined && age <= startedAtMs)
}

async function listOwnFiles(folder: string): Promise<string[]> {
  const [beside, src] = await Promise.all([
    readdir(folder, { withFileTypes: true }),
    readdir(path.join(folder, 'src'), { recursive: true, withFileTypes: true }),
  ])
  return [...beside, ...src]
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
}

async function findAge(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.mtimeMs
}
