import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { buildSite } from './build-site.ts'
import { readSite } from './read-site.ts'

/** Stands for Vite: notes each build beside it, and shows what it was made from. */
const BUILD = `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const startedAtMs = Date.now()
appendFileSync('elsewhere/builds', '.')
mkdirSync(process.argv[2], { recursive: true })
writeFileSync(process.argv[2] + '/index.html', readFileSync('src/main.ts') + readFileSync('elsewhere/words.md', 'utf8'))
writeFileSync(process.argv[2] + '/sources.json', JSON.stringify({ startedAtMs, sources: ['elsewhere/words.md'] }))
if (readFileSync('src/main.ts', 'utf8').includes('fault')) process.exit(1)`

/** A package of pages in a fresh clone. */
async function makePackage(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'songreel-site-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  await write('package.json', '{"type":"module"}')
  await write('build.ts', BUILD)
  await write('src/main.ts', 'first')
  await write('elsewhere/words.md', ' words')
  const read = () => readFile(path.join(folder, 'dist/index.html'), 'utf8')
  const countBuilds = async () => (await readFile(path.join(folder, 'elsewhere/builds'), 'utf8')).length
  return { folder, write, read, countBuilds }
}

test('in a fresh clone, several servers that start at once build the pages once, and all have them', async (t) => {
  const { folder, read, countBuilds } = await makePackage(t)
  let told = 0
  await Promise.all(Array.from({ length: 4 }, () => buildSite({ folder, onBuild: () => told++ })))
  assert.equal(await read(), 'first words')
  assert.equal(await countBuilds(), 1)
  assert.equal(told, 1, 'only the one that builds says so')
})

test('they are built again when a source has changed, here or elsewhere, and only then', async (t) => {
  const { folder, write, read, countBuilds } = await makePackage(t)
  await buildSite({ folder })
  await buildSite({ folder })
  assert.equal(await countBuilds(), 1)

  await write('src/main.ts', 'second')
  await buildSite({ folder })
  assert.equal(await read(), 'second words')

  await write('elsewhere/words.md', ' texts')
  await buildSite({ folder })
  assert.equal(await read(), 'second texts')

  await write('src/main.test.ts', 'no page is made from this')
  await buildSite({ folder })
  assert.equal(await countBuilds(), 3)
})

test('what is saved while a build is under way is built by the next start', async (t) => {
  const { folder, countBuilds } = await makePackage(t)
  await buildSite({ folder })
  const { startedAtMs } = JSON.parse(await readFile(path.join(folder, 'dist/sources.json'), 'utf8'))
  const during = new Date(startedAtMs + 1)
  await utimes(path.join(folder, 'src/main.ts'), during, during)
  await buildSite({ folder })
  assert.equal(await countBuilds(), 2)
})

test('a build that fails leaves the last good pages, and is tried again', async (t) => {
  const { folder, write, read } = await makePackage(t)
  await buildSite({ folder })
  await write('src/main.ts', 'fault')
  await assert.rejects(buildSite({ folder }), /build\.ts/)
  assert.equal(await read(), 'first words')
  await assert.rejects(buildSite({ folder }), /build\.ts/)
})

test('an installed package has no sources, and nothing is built', async (t) => {
  const { folder } = await makePackage(t)
  await rm(path.join(folder, 'src'), { recursive: true })
  await buildSite({ folder, onBuild: () => assert.fail('nothing to build from') })
})

test('who reads pages that are not built is refused: a request starts no build', async (t) => {
  const { folder } = await makePackage(t)
  await assert.rejects(readSite(folder), { code: 'ENOENT' })
  assert.ok(!existsSync(path.join(folder, 'elsewhere/builds')))
})
