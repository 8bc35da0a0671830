import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nameJavaScript } from './stage-package.ts'
import { writeContractTypes } from './write-contract-types.ts'

/** What is laid out for npm to pack. */
type Stage = {
  source: string
  /** Its modules as the compiler wrote them, for `import` (with declarations) and for `require`. */
  compiled: { esm: string; cjs: string }
  target: string
  licence: string
}

type Door = string | { [condition: string]: Door }

/** Lays the SDK out: once for `import`, once for `require`, and with the contract's types inside, so that it stands alone. */
export async function stageSdk({ source, compiled, target, licence }: Stage): Promise<void> {
  const [esm, cjs] = [join(target, 'dist/esm'), join(target, 'dist/cjs')]
  await mkdir(target, { recursive: true })
  await cp(join(compiled.esm, 'src'), esm, { recursive: true })
  await takeInContract(join(esm, 'records.d.ts'))
  await nameJavaScript(esm)
  // The declarations are the same; only what is next to them differs.
  await cp(esm, cjs, { recursive: true })
  await cp(join(compiled.cjs, 'src'), cjs, { recursive: true })
  for (const folder of [esm, cjs]) await rm(join(folder, 'records.js'))

  const { devDependencies: _, scripts: __, exports, imports, ...facts } = await readFacts(source)
  // `#platform` is looked up in the nearest package.json, which for the second form is its own.
  const inner = { type: 'commonjs', imports: toDist(imports, '.') }
  await writeJson(join(cjs, 'package.json'), inner)
  const doors = Object.entries(exports).map(([name, path]) => [
    name,
    { import: toDoor(path, './dist/esm'), require: toDoor(path, './dist/cjs') },
  ])
  const published = { ...facts, exports: Object.fromEntries(doors), imports: toDist(imports, './dist/esm') }
  await writeJson(join(target, 'package.json'), published)
  await cp(join(source, 'README.md'), join(target, 'README.md'))
  await cp(licence, join(target, 'LICENSE'))
}

/** The one module that names the contract gets its types from a file beside it instead. */
async function takeInContract(path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const names = [...text.matchAll(/\bcontract\.(\w+)/g)].map(([, name = '']) => name)
  await writeFile(path, text.replace(/(["'])@songreel\/contract\1/, "'./contract.js'"))
  await writeFile(path.replace('records.d.ts', 'contract.d.ts'), writeContractTypes(names))
}

function toDoor(path: string, dist: string): Door {
  const module = path.replace(/^\.\/src/, dist).replace(/\.ts$/, '')
  return { types: `${module}.d.ts`, default: `${module}.js` }
}

function toDist(door: Door, dist: string): Door {
  if (typeof door === 'string') return door.replace(/^\.\/src/, dist).replace(/\.ts$/, '.js')
  return Object.fromEntries(Object.entries(door).map(([name, inner]) => [name, toDist(inner, dist)]))
}

type Facts = Record<string, unknown> & { exports: Record<string, string>; imports: Door }

async function readFacts(source: string): Promise<Facts> {
  return JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}
