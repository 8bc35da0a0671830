import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { NODE_AV, nameNodeAv } from './stage-node-av.ts'

/** What is laid out for npm to pack. */
type Stage = {
  /** The package in the clone. */
  source: string
  /** Its modules as the compiler wrote them. */
  compiled: string
  target: string
  licence: string
}

type PackageFile = Record<string, unknown> & {
  version: string
  files: string[]
  dependencies?: Record<string, string>
  exports?: Record<string, string>
  imports?: Record<string, string>
}

/** A clone's own ways into a package, for its benchmarks and tools: not published. */
const INTERNAL = /^\.\/(internal|testing)\//

/** Lays a package out as it is published: `src` becomes `dist`, of the same shape, so that relative addresses hold. */
export async function stagePackage({ source, compiled, target, licence }: Stage): Promise<void> {
  const facts: PackageFile = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const dist = join(target, 'dist')
  await cp(join(source, 'src'), dist, { recursive: true, filter: (path) => extname(path) !== '.ts' })
  await cp(join(compiled, 'src'), dist, { recursive: true })
  await nameJavaScript(dist)
  for (const name of facts.files.filter((each) => each !== 'dist'))
    await cp(join(source, name), join(target, name), { recursive: true })
  await cp(join(source, 'README.md'), join(target, 'README.md'))
  await cp(licence, join(target, 'LICENSE'))
  await writeFile(join(target, 'package.json'), `${JSON.stringify(publish(facts), null, 2)}\n`)
}

/** The package.json of the published package: its doors open on JavaScript. */
function publish({ scripts: _, exports = {}, imports, ...facts }: PackageFile): object {
  const doors = Object.entries(exports).filter(([name]) => !INTERNAL.test(name))
  const { 'node-av': nodeAv, ...dependencies } = facts.dependencies ?? {}
  return {
    ...facts,
    dependencies: nodeAv ? { ...dependencies, [NODE_AV]: facts.version } : dependencies,
    ...(doors.length > 0 && {
      exports: Object.fromEntries(
        doors.map(([name, path]) => [name, { types: toDist(path, '.d.ts'), default: toDist(path, '.js') }]),
      ),
    }),
    ...(imports && {
      imports: Object.fromEntries(Object.entries(imports).map(([name, path]) => [name, toDist(path, '.js')])),
    }),
  }
}

function toDist(path: string, ending: string): string {
  return path.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, ending)
}

/**
 * The compiler renames modules in import statements; addresses of workers, imports in declarations and the name under which node-av
 * is published are left to us.
 */
export async function nameJavaScript(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const modules = entries.filter((entry) => /\.(js|d\.ts)$/.test(entry.name))
  await Promise.all(
    modules.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const text = await readFile(path, 'utf8')
      const renamed = name.endsWith('.js')
        ? text.replace(/(new URL\('\.[^']*)\.ts(', import\.meta\.url\))/g, '$1.js$2')
        : text.replace(/((?:from |import\(|import )["']\.[^"']*)\.ts(["'])/g, '$1.js$2')
      const published = nameNodeAv(renamed)
      if (published !== text) await writeFile(path, published)
    }),
  )
}
