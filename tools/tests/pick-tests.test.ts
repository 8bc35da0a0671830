import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { listChanges, pickChangedTests } from './changed-tests.ts'
import { listTests, pickTests } from './find-tests.ts'
import { keepMeasurements, readMeasurements } from './measurements.ts'
import { listReached, readModuleGraph } from './module-graph.ts'
import { planProcesses } from './plan-processes.ts'
import { writeTree } from './write-tree.ts'

const A = 'packages/a/src'
const B = 'packages/b/src'

/** Two packages: b uses a by its door, and starts a program of its own. */
const TREE = {
  'packages/a/package.json':
    '{"name":"@songreel/a","exports":{".":"./src/index.ts","./testing/*":"./testing/*"}}',
  [`${A}/index.ts`]: "import { table } from '#table'\n\nexport const a = table\n",
  [`${A}/table.ts`]: "export const table = 'rows.sql'\n",
  [`${A}/rows.sql`]: 'select 1\n',
  [`${A}/notes.txt`]: 'nobody names these\n',
  [`${A}/index.test.ts`]: "import { a } from './index.ts'\n\na\n",
  [`${A}/alone.test.ts`]: "process.chdir('/')\n",
  [`${A}/long.slow.test.ts`]: "import { a } from './index.ts'\n\na\n",
  'packages/a/testing/page.test.tsx': 'export const page = 1\n',
  'packages/b/package.json': '{"name":"@songreel/b"}',
  [`${B}/use.ts`]:
    "import { a } from '@songreel/a'\n\nexport const use = [a, new URL('./program.ts', import.meta.url)]\n",
  [`${B}/program.ts`]: "import fastify from 'fastify'\n\nfastify()\n",
  [`${B}/use.test.ts`]: "import { use } from './use.ts'\n\nuse\n",
  [`${B}/lonely.test.ts`]: '// Runs alone: it says so.\n',
  'tools/x.test.ts': 'export const x = 1\n',
}

test('words pick files, folders and packages, of the kind that was asked for', async (t) => {
  const root = await write(t)
  assert.equal(listTests(root, 'fast').length, 6)
  assert.deepEqual(listTests(root, 'slow'), [`${A}/long.slow.test.ts`])
  assert.equal(pickTests(root, 'fast', [], root).length, 6)
  assert.deepEqual(pickTests(root, 'fast', ['b'], root), [`${B}/lonely.test.ts`, `${B}/use.test.ts`])
  assert.deepEqual(pickTests(root, 'slow', ['@songreel/a'], root), [`${A}/long.slow.test.ts`])
  assert.deepEqual(pickTests(root, 'fast', ['src'], join(root, 'packages/b')), [
    `${B}/lonely.test.ts`,
    `${B}/use.test.ts`,
  ])
  assert.deepEqual(pickTests(root, 'fast', ['.'], join(root, 'tools')), ['tools/x.test.ts'])
  assert.equal(pickTests(root, 'fast', ['.'], root).length, 6)
  assert.deepEqual(pickTests(root, 'fast', [`${A}/long.slow.test.ts`], root), [`${A}/long.slow.test.ts`])
  assert.throws(() => pickTests(root, 'fast', ['nowhere'], root), /no file, folder or package nowhere/)
  assert.throws(() => pickTests(root, 'slow', ['b'], root), /No slow test is in b/)
})

test('a module reaches through doors, own names and files that are named', async (t) => {
  const graph = readModuleGraph(await write(t))
  const reached = listReached(graph, `${B}/use.test.ts`)
  for (const file of [`${B}/use.ts`, `${B}/program.ts`, `${A}/index.ts`, `${A}/table.ts`, 'fastify'])
    assert.ok(reached.has(file), file)
  assert.equal(listReached(graph, `${A}/index.test.ts`).has('fastify'), false)
})

test('a change picks the tests that it reaches', async (t) => {
  const root = await write(t)
  const graph = readModuleGraph(root)
  const pick = (...changes: string[]) => pickChangedTests(root, graph, listTests(root, 'fast'), changes)
  const ofA = [`${A}/index.test.ts`, `${B}/use.test.ts`]
  assert.deepEqual(pick(`${A}/table.ts`), ofA)
  assert.deepEqual(pick(`${A}/rows.sql`), ofA)
  assert.deepEqual(pick(`${B}/program.ts`), [`${B}/use.test.ts`])
  assert.deepEqual(pick('tools/x.test.ts'), ['tools/x.test.ts'])
  assert.equal(pick('package-lock.json').length, 6)
  assert.deepEqual(pick('LICENSE'), [])
  assert.deepEqual(
    pick(`${A}/notes.txt`),
    [`${A}/alone.test.ts`, ...ofA, 'packages/a/testing/page.test.tsx'].toSorted(),
  )
})

test('changes are what differs from a commit, new and deleted files included', async (t) => {
  const root = await write(t)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  assert.deepEqual(listChanges(root, 'HEAD'), [])
  await writeFile(join(root, `${A}/table.ts`), 'export const table = 2\n')
  await writeFile(join(root, `${A}/new.ts`), '')
  await rm(join(root, 'tools/x.test.ts'))
  assert.deepEqual(listChanges(root, 'HEAD').toSorted(), [`${A}/new.ts`, `${A}/table.ts`, 'tools/x.test.ts'])
})

test('files that leave their process as it was share one; services are apart from what is pure', async (t) => {
  const root = await write(t)
  const plans = planProcesses(root, readModuleGraph(root), listTests(root, 'all'))
  assert.deepEqual(
    plans.map(({ files }) => files),
    [
      [`${A}/alone.test.ts`, `${A}/long.slow.test.ts`, `${B}/lonely.test.ts`],
      [`${B}/use.test.ts`],
      [`${A}/index.test.ts`, 'packages/a/testing/page.test.tsx', 'tools/x.test.ts'],
    ],
  )
  assert.equal(plans[0]?.filesPerProcess, 1)
})

test('what took longest is first among its kind', async (t) => {
  const root = await write(t)
  const took = (wallSecs: number) => ({ tests: 1, cpuSecs: 1, wallSecs })
  const measured = { 'tools/x.test.ts': took(3), 'packages/a/testing/page.test.tsx': took(2) }
  const plans = planProcesses(root, readModuleGraph(root), listTests(root, 'fast'), measured)
  assert.deepEqual(plans.at(-1)?.files, [
    'tools/x.test.ts',
    'packages/a/testing/page.test.tsx',
    `${A}/index.test.ts`,
  ])
})

test('where nothing was measured, what makes videos comes first', async (t) => {
  const maker = 'packages/a/src/maker.test.ts'
  const root = await writeTree(t, { ...TREE, [maker]: 'await renderVideoInChild(plan)\n' })
  const plans = planProcesses(root, readModuleGraph(root), listTests(root, 'fast'))
  assert.equal(plans.at(-1)?.files[0], maker)
})

test('what files took is kept, and forgotten with the file', async (t) => {
  const root = await write(t)
  const took = (cpuSecs: number) => ({ tests: 1, cpuSecs, wallSecs: 1 })
  keepMeasurements(root, { a: took(1), b: took(2) }, ['a', 'b'])
  keepMeasurements(root, { c: took(3) }, ['b', 'c'])
  assert.deepEqual(Object.entries(readMeasurements(root)), [
    ['c', took(3)],
    ['b', took(2)],
  ])
})

function write(t: TestContext): Promise<string> {
  const imports = '"imports":{"#table":{"node":"./src/table.ts"}}}'
  const json = TREE['packages/a/package.json']?.replace(/\}$/, `,${imports}`) ?? ''
  return writeTree(t, { ...TREE, 'packages/a/package.json': json })
}
