import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { addFacts } from './add-facts.ts'
import { addNotices } from './add-notices.ts'
import { stageDashboard } from './stage-dashboard.ts'
import { stageNodeAv } from './stage-node-av.ts'
import { stagePackage } from './stage-package.ts'
import { stageSdk } from './stage-sdk.ts'

/** The packages that are published, in the order in which they need each other. */
export const PACKAGES = [
  'contract',
  'sdk',
  'mcp',
  'dashboard',
  'kit',
  'audio',
  'render',
  'templates',
  'server',
  'cli',
] as const

/** The clone. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A tarball as npm made it. */
export type Tarball = {
  name: string
  file: string
  packedBytes: number
  unpackedBytes: number
  files: string[]
}

const run = promisify(execFile)

/** Compiles every package and packs it into `folder`. The clone's own files stay as they are. */
export async function packPackages(folder: string): Promise<Tarball[]> {
  await mkdir(join(ROOT, 'build'), { recursive: true })
  const work = await mkdtemp(join(ROOT, 'build', 'pack-'))
  try {
    const compiled = await compile(work, 'compiled', { include: 'packages/*/src/**/*.ts' })
    const cjs = await compile(work, 'required', { include: 'packages/sdk/src/**/*.ts', settings: CJS })
    await mkdir(folder, { recursive: true })
    const licence = join(ROOT, 'LICENSE')
    const staged = PACKAGES.map(async (name) => {
      const [source, target] = [join(ROOT, 'packages', name), join(work, 'packages', name)]
      const esm = join(compiled, name)
      if (name === 'sdk') await stageSdk({ source, compiled: { esm, cjs: join(cjs, name) }, target, licence })
      else if (name === 'dashboard') await stageDashboard({ source, compiled: esm, target, licence })
      else await stagePackage({ source, compiled: esm, target, licence })
      await addFacts(ROOT, target, `packages/${name}`)
      await addNotices(ROOT, target)
      return target
    })
    staged.push(stageLibrary(join(work, 'packages', 'node-av')))
    return await packStaged(await Promise.all(staged), folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** node-av, of which our packages need a part. */
async function stageLibrary(target: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'packages/render/package.json'), 'utf8'))
  await stageNodeAv({ source: join(ROOT, 'node_modules/node-av'), target, version })
  await addFacts(ROOT, target)
  return target
}

/** For `require`, on every Node that the SDK runs on. */
const CJS = {
  module: 'commonjs',
  moduleResolution: 'bundler',
  verbatimModuleSyntax: false,
  declaration: false,
}

/** One run of the compiler for all: a package's types name those of the packages below it. */
async function compile(
  work: string,
  name: string,
  { include, settings: more = {} }: { include: string; settings?: object },
): Promise<string> {
  const outDir = join(work, name)
  const project = join(work, `tsconfig-${name}.json`)
  const up = relative(work, ROOT)
  const settings = {
    extends: join(up, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      // `npm run types` has checked them.
      noCheck: true,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: join(up, 'packages'),
      outDir,
      ...more,
    },
    include: [join(up, include)],
    exclude: ['**/*.test.ts', '**/*.as.ts'].map((pattern) => join(up, pattern)),
  }
  await writeFile(project, JSON.stringify(settings))
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['--project', project], { cwd: ROOT })
  return outDir
}

type NpmPack = {
  name: string
  filename: string
  size: number
  unpackedSize: number
  files: { path: string }[]
}

async function packStaged(folders: string[], folder: string): Promise<Tarball[]> {
  const args = ['pack', '--json', '--pack-destination', folder, ...folders]
  const { stdout } = await run('npm', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })
  const packed: NpmPack[] = Object.values(JSON.parse(stdout))
  return packed.map(({ name, filename, size, unpackedSize, files }) => ({
    name,
    file: join(folder, filename),
    packedBytes: size,
    unpackedBytes: unpackedSize,
    files: files.map(({ path }) => path),
  }))
}
