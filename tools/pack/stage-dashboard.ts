import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What is laid out for npm to pack. */
type Stage = {
  source: string
  /** Its modules as the compiler wrote them; all but the map of pages are in the built site. */
  compiled: string
  target: string
  licence: string
}

/** Lays the dashboard out: the site as Vite builds it, and the map of its pages. It needs nothing when it is installed. */
export async function stageDashboard({ source, compiled, target, licence }: Stage): Promise<void> {
  const dist = join(target, 'dist')
  await mkdir(dist, { recursive: true })
  await promisify(execFile)(process.execPath, ['build.ts', dist], { cwd: source })
  // Only a clone asks what it was made from.
  await rm(join(dist, 'sources.json'))
  for (const name of ['page-map.js', 'page-map.d.ts']) await cp(join(compiled, 'src', name), join(dist, name))
  const file = await readFile(join(source, 'package.json'), 'utf8')
  const { scripts: _, devDependencies: __, optionalDependencies: ___, ...facts } = JSON.parse(file)
  const map = { types: './dist/page-map.d.ts', default: './dist/page-map.js' }
  const published = { ...facts, exports: { './page-map': map, './package.json': './package.json' } }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  await cp(join(source, 'README.md'), join(target, 'README.md'))
  await cp(licence, join(target, 'LICENSE'))
}
