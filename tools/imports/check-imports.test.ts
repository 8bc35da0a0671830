import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { LEVELS } from './arrows.ts'
import { checkImports } from './check-imports.ts'
import { readImports } from './read-imports.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** One broken import of every kind: where, what stands there, and what is said about it. */
const BROKEN: [file: string, line: string, problem: RegExp][] = [
  ['packages/contract/src/a.ts', "import { b } from '@songreel/render'", /may import nothing of ours/],
  ['packages/contract/src/a.ts', "import { b } from 'node:fs'", /also run in a browser/],
  ['packages/sdk/src/a.ts', "import { b } from 'node:fs'", /also run in a browser/],
  ['packages/sdk/src/a.ts', "import { b } from '@songreel/server'", /may import only contract/],
  ['packages/render/src/a.ts', "import { b } from '@songreel/contract'", /may import only kit, kit\/core/],
  ['packages/kit/src/a.ts', "import { b } from '@songreel/audio'", /may import nothing of ours/],
  ['packages/audio/src/a.ts', "import { b } from '@songreel/kit'", /may import only kit\/core/],
  ['packages/kit/src/a.ts', "import { b } from 'node-av/lib'", /without a video library/],
  ['packages/templates/src/base-art-track/a.ts', "import { b } from 'node:fs'", /draws the same everywhere/],
  [
    'packages/templates/src/base-art-track/a.ts',
    "import { b } from '@songreel/render'",
    /may import only kit/,
  ],
  ['packages/server/src/http/a.ts', "import { b } from '@songreel/server'", /may import only contract/],
  ['packages/server/src/store/a.ts', "import type { b } from '@songreel/render'", /may import only contract/],
  ['packages/server/src/http/a.ts', "import { b } from '../jobs/b.ts'", /http is not above jobs/],
  ['packages/server/src/jobs/a.ts', "import { b } from '../http/b.ts'", /jobs is not above http/],
  [
    'packages/server/src/store/a.ts',
    "import type { b } from '../services.ts'",
    /store is not above services.ts/,
  ],
  ['packages/server/src/store/a.ts', "export type { b } from '../queue/b.ts'", /store is not above queue/],
  ['packages/server/src/batches/a.ts', "type B = import('../http/b.ts').B", /batches is not above http/],
  ['packages/server/src/batches/a.ts', "const b = await import('../http/b.ts')", /batches is not above http/],
  [
    'packages/server/src/batches/a.ts',
    "import { sql } from 'kysely'",
    /only server\/store, server\/queue may/,
  ],
  ['packages/server/src/jobs/a.ts', "import type { Pool } from 'pg'", /SQL is in store/],
  ['packages/server/src/attic/a.ts', "import { b } from '../store/b.ts'", /attic has no level/],
  ['packages/server/src/http/a.ts', "import { b } from '../../testing/b.ts'", /only for tests/],
  ['packages/kit/src/compose/a.ts', "import { b } from '../layers/b.ts'", /compose is not above layers/],
  ['packages/cli/src/songs/a.ts', "import { b } from '../videos/b.ts'", /songs is not above videos/],
  ['packages/cli/src/videos/a.ts', "import { b } from '@songreel/server'", /may import only contract/],
  ['packages/cli/src/a.test.ts', "import { b } from '../../server/src/b.ts'", /past the door of server/],
  ['packages/audio/eval/a.ts', "import {\n  b,\n} from '../../render/src/b.ts'", /past the door of render/],
]

test('every kind of broken import is found', async (t) => {
  for (const [file, line, problem] of BROKEN) {
    const problems = checkImports(readImports(await writeTree(t, { [file]: `${line}\n` })))
    assert.equal(problems.length, 1, `${file}: ${line}`)
    assert.match(problems[0] ?? '', problem)
    assert.match(problems[0] ?? '', new RegExp(`^${file}:1 imports`))
  }
})

test('what is allowed is left alone, in tests too', async (t) => {
  const files = {
    'packages/server/src/http/a.ts':
      "import { b } from '../store/b.ts'\nimport { c } from '@songreel/contract'\n",
    'packages/server/src/store/a.test.ts': "import { b } from '../http/b.ts'\nimport { sql } from 'kysely'\n",
    'packages/server/src/a.ts': "import { b } from './b.ts'\n",
    'packages/sdk/src/platform/a.ts': "import { b } from 'node:fs'\n",
    'bench/a.ts': "import { b } from '../packages/render/src/b.ts'\n",
    'tools/a.ts': "export * from '../packages/server/testing/b.ts'\n",
    'packages/audio/eval/a.ts': "import { b } from '../src/rhythm/b.ts'\n",
  }
  assert.deepEqual(checkImports(readImports(await writeTree(t, files))), [])
})

test('no folder or file has two levels', () => {
  for (const levels of Object.values(LEVELS)) assert.equal(new Set(levels.flat()).size, levels.flat().length)
})

test('a cycle of files is found, of types alone too', async (t) => {
  const root = await writeTree(t, {
    'packages/server/src/store/a.ts': "import type { B } from './b.ts'\n\nexport type A = { b?: B }\n",
    'packages/server/src/store/b.ts': "import type { A } from './a.ts'\n\nexport type B = { a?: A }\n",
  })
  const settings = JSON.parse(await readFile(join(ROOT, 'biome.json'), 'utf8'))
  await writeFile(join(root, 'biome.json'), JSON.stringify({ ...settings, vcs: { enabled: false } }))
  await cp(join(ROOT, 'package.json'), join(root, 'package.json'))
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const biome = join(ROOT, 'node_modules/.bin/biome')
  const lint = promisify(execFile)(biome, ['lint', '--only=suspicious/noImportCycles', 'packages'], {
    cwd: root,
  })
  await assert.rejects(lint, (error: { stdout: string; stderr: string }) => {
    assert.match(error.stdout + error.stderr, /Found 2 errors/)
    return true
  })
})

/** Files in a folder of their own, and beside them the ones that they name. */
async function writeTree(
  t: { after(fn: () => Promise<void>): void },
  files: Record<string, string>,
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'songreel-imports-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  for (const home of ['packages', 'tools', 'bench']) await mkdir(join(root, home), { recursive: true })
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    for (const [, name = ''] of text.matchAll(/'(\.[^']+)'/g)) {
      const named = join(root, dirname(file), name)
      await mkdir(dirname(named), { recursive: true })
      await writeFile(named, '', { flag: 'a' })
    }
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text)
  return root
}
