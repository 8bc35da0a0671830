import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What other packages import of it; both are small, and need nothing. */
const DOORS = ['page-map', 'docs-renderer']

/** What is laid out for npm to pack. */
type Stage = {
  source: string
  /** Its modules as the compiler wrote them; all but its doors are in the built site. */
  compiled: string
  target: string
  licence: string
}

/** Lays the dashboard out: the site as Vite builds it, and its doors. It needs nothing when it is installed. */
export async function stageDashboard({ source, compiled, target, licence }: Stage): Promise<void> {
  const dist = join(target, 'dist')
  await mkdir(dist, { recursive: true })
  await promisify(execFile)(process.execPath, ['build.ts', dist], { cwd: source })
  // Only a clone asks what it was made from.
  await rm(join(dist, 'sources.json'))
  for (const door of DOORS)
    for (const name of [`${door}.js`, `${door}.d.ts`]) await cp(join(compiled, 'src', name), join(dist, name))
  const file = await readFile(join(source, 'package.json'), 'utf8')
  const { scripts: _, devDependencies: __, optionalDependencies: ___, ...facts } = JSON.parse(file)
  const doors = DOORS.map((door) => [
    `./${door}`,
    { types: `./dist/${door}.d.ts`, default: `./dist/${door}.js` },
  ])
  const published = {
    ...facts,
    exports: { ...Object.fromEntries(doors), './package.json': './package.json' },
  }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  await cp(join(source, 'README.md'), join(target, 'README.md'))
  await cp(licence, join(target, 'LICENSE'))
}
