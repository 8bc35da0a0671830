import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readSite } from './site.ts'

const MODULES = fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
/** Notes each build in a file beside it. */
const CONFIG = `import { appendFileSync } from 'node:fs'
export default { plugins: [{ name: 'count', buildStart() { appendFileSync('builds', '.') } }] }`

test('in a fresh clone, several servers that start at once build the dashboard once, and all have it', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'songreel-site-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'src'))
  await symlink(MODULES, path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(path.join(folder, 'vite.config.ts'), CONFIG)
  await writeFile(path.join(folder, 'index.html'), '<script type="module" src="/src/main.ts"></script>')
  await writeFile(path.join(folder, 'src/main.ts'), "document.title = 'first'")

  const sites = await Promise.all(Array.from({ length: 4 }, () => readSite(folder)))
  for (const { page, assets } of sites) {
    assert.match(page.plain.toString(), /assets\/index-/)
    assert.equal(assets.size, 1)
  }
  assert.equal(await readFile(path.join(folder, 'builds'), 'utf8'), '.')

  await writeFile(path.join(folder, 'src/main.ts'), "document.title = 'second'")
  const [asset] = (await readSite(folder)).assets.values()
  assert.match(asset?.plain.toString() ?? '', /second/)
})
