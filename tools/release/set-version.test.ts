import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { findNotes } from './changelog.ts'
import { setVersion } from './set-version.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

test('a version is the same in every package, what they need of each other, the lock file and the changelog', async (t) => {
  const folder = await copyClone(
    t,
    '# Changelog\n\n## Unreleased\n\n### API\n- Tea.\n\n## 0.0.9\n\n- Older.\n',
  )
  const before = (await readPackages(folder))[0]?.version ?? ''
  const version = await setVersion(folder, 'minor')
  assert.match(version, /^\d+\.\d+\.0$/)
  assert.notEqual(version, before)
  for (const facts of await readPackages(folder)) {
    assert.equal(facts.version, version, facts.name)
    for (const [name, wanted] of Object.entries({ ...facts.dependencies, ...facts.devDependencies }))
      if (/^(@songreel\/|songreel$)/.test(name)) assert.equal(wanted, version, `${facts.name} needs ${name}`)
  }
  const changelog = await readFile(join(folder, 'CHANGELOG.md'), 'utf8')
  assert.equal(findNotes(changelog, 'Unreleased'), undefined)
  assert.equal(findNotes(changelog, version), '### API\n- Tea.')
  assert.equal(findNotes(changelog, '0.0.9'), '- Older.')
  // npm's own judgement: it refuses a lock file that doesn't fit the packages.
  await run('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit'], { cwd: folder })
})

test('nothing is changed if nothing is to be released, or a small step would break something', async (t) => {
  const empty = '# Changelog\n\n## Unreleased\n\n## 0.0.9\n\n- Older.\n'
  const folder = await copyClone(t, empty)
  const before = await readPackages(folder)
  await assert.rejects(setVersion(folder, 'patch'), /nothing to release/)
  const breaking = '# Changelog\n\n## Unreleased\n\n### Breaking\n- Tea is gone.\n'
  await writeFile(join(folder, 'CHANGELOG.md'), breaking)
  await assert.rejects(setVersion(folder, 'patch'), /must not bring/)
  assert.deepEqual(await readPackages(folder), before)
  assert.equal(await readFile(join(folder, 'CHANGELOG.md'), 'utf8'), breaking)
  assert.ok(await setVersion(folder, 'major'))
})

type PackageFile = {
  name: string
  version: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

async function readPackages(folder: string): Promise<PackageFile[]> {
  const { workspaces } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return Promise.all(
    workspaces.map(async (each: string) =>
      JSON.parse(await readFile(join(folder, each, 'package.json'), 'utf8')),
    ),
  )
}

/** The clone's package files with another changelog. */
async function copyClone(t: TestContext, changelog: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-version-'))
  t.after(() => rm(folder, { recursive: true }))
  const { workspaces } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const files = ['', ...workspaces].map((each) => join(each, 'package.json'))
  for (const file of [...files, 'package-lock.json', '.npmrc']) await cp(join(ROOT, file), join(folder, file))
  await writeFile(join(folder, 'CHANGELOG.md'), changelog)
  return folder
}
