import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { shortenResolution } from './short-resolution.ts'

let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-resolution-'))
  const library = join(folder, 'node_modules/library')
  await mkdir(library, { recursive: true })
  await writeFile(
    join(library, 'package.json'),
    '{ "exports": { "import": "./a.mjs", "require": "./a.cjs" } }',
  )
  await writeFile(join(library, 'a.mjs'), "export const way = 'import'")
  await writeFile(join(library, 'a.cjs'), "exports.way = 'require'")
  await writeFile(join(folder, 'facts.json'), '{ "year": 2026 }')
  await writeFile(join(folder, 'deeper.ts'), "export { way } from 'library'; export const n: number = 1")
  shortenResolution([pathToFileURL(`${folder}/`).href])
})

after(() => rm(folder, { recursive: true }))

/** What a module of the folder exports. */
async function run(source: string): Promise<Record<string, unknown>> {
  const file = join(folder, `${Math.random()}.ts`)
  await writeFile(file, source)
  return (await import(pathToFileURL(file).href)) as Record<string, unknown>
}

test('every module of the engine comes from the same place as by Node itself', async () => {
  const url = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const listModules = async (first: string) => {
    const source = `import { registerHooks } from 'node:module'
      ${first}
      const seen = []
      registerHooks({ resolve(specifier, context, next) {
        const { url, format } = next(specifier, context)
        if (context.conditions.includes('import')) seen.push(url + ' ' + format)
        return { url, format, shortCircuit: true }
      } })
      await import(${url('../video/render-video.ts')})
      await import(${JSON.stringify(import.meta.resolve('@songreel/kit'))})
      process.stdout.write([...new Set(seen)].sort().join('\\n'), () => process.exit())`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source])
    return stdout.split('\n')
  }
  const found = await listModules(`await import(${url('./preload.ts')})`)
  assert.ok(found.length > 250, `${found.length} modules`)
  assert.deepEqual(found, await listModules(''))
})

test('what is not a module at a relative address goes its usual way', async () => {
  const { year, way, required, n } = await run(`
    import { createRequire } from 'node:module'
    import facts from './facts.json' with { type: 'json' }
    export const { year } = facts
    export { way, n } from './deeper.ts'
    export const required: string = createRequire(import.meta.url)('library').way`)
  assert.deepEqual([year, way, required, n], [2026, 'import', 'require', 1])
})

test('a module that is not there is named', async () => {
  await assert.rejects(run("import './absent.ts'"), /absent\.ts/)
  await assert.rejects(run("import 'absent-library'"), /absent-library/)
})
