import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { describeFailures, describeSummary } from './describe-run.ts'
import { listTests } from './find-tests.ts'
import type { FileResult } from './run-process.ts'
import { runTests } from './run-tests.ts'
import { writeTree } from './write-tree.ts'

const TEST = "import { after, test } from 'node:test'\nimport assert from 'node:assert/strict'\n"
const COSTS = { wallSecs: 61, cpuSecs: 122, databaseSecs: 3 }

test('files run one after the other in one process, each with its own cleaning up', async (t) => {
  const say = (what: string) => `console.log('${what} ' + process.pid)`
  const file = (name: string) =>
    `${TEST}after(() => ${say(`${name} cleaned`)})\ntest('${name}', () => ${say(name)})\ntest('later', () => new Promise((resolve) => setTimeout(resolve, 5)))`
  const results = await runTree(t, { 'a.test.ts': file('a'), 'b.test.ts': file('b') })
  const [a, b] = [results.get('a.test.ts')!, results.get('b.test.ts')!]
  const [, pid] = /^a (\d+)$/m.exec(a.output) ?? []
  assert.equal(a.output, `a ${pid}\na cleaned ${pid}\n`)
  assert.equal(b.output, `b ${pid}\nb cleaned ${pid}\n`)
  assert.deepEqual([a.tests, a.passed, b.tests, b.passed], [2, 2, 2, 2])
  assert.deepEqual(b.before, ['packages/a/src/a.test.ts'])
})

test('a failure is reported with its file, its line, the tests around it and what the file wrote', async (t) => {
  const results = await runTree(t, {
    'a.test.ts': `${TEST}test('fine', () => {})`,
    'b.test.ts': `${TEST}test('outer', async (t) => {\n  await t.test('inner', () => { console.log('a hint'); assert.equal(1, 2) })\n})`,
  })
  const failed = results.get('b.test.ts')!
  assert.deepEqual(
    failed.failures.map(({ name, place }) => [name, place]),
    [['outer > inner', 'packages/a/src/b.test.ts:4']],
  )
  const text = describeFailures([...results.values()])
  assert.match(text, /outer > inner/)
  assert.match(text, /1 !== 2/)
  assert.match(text, /a hint/)
  assert.match(text, /In the same process ran before: packages\/a\/src\/a\.test\.ts/)
  assert.doesNotMatch(text, /^packages\/a\/src\/a\.test\.ts$/m)
})

test('whatever ends a file early is a failure of that file, and the others still run', async (t) => {
  const results = await runTree(t, {
    'a-kill.test.ts': `${TEST}test('killed', () => process.kill(process.pid, 'SIGKILL'))`,
    'b-exit.test.ts': `${TEST}test('gone', () => process.reallyExit(0))`,
    'c-import.test.ts': "import './nothing.ts'\n",
    'd-empty.test.ts': 'export const nothing = 1\n',
    'e-stuck.test.ts': `${TEST}test('stuck', () => new Promise(() => {}))`,
    'f-after.test.ts': `${TEST}after(() => { throw new Error('not clean') })\ntest('fine', () => {})`,
    'g-late.test.ts': `${TEST}test('fine', () => { setTimeout(() => { throw new Error('too late') }, 5) })`,
    'h-fine.test.ts': `${TEST}test('fine', () => {})`,
  })
  const errors = [...results].map(([file, { failures }]) => [file, failures.map(({ error }) => error).join()])
  const expected: [string, RegExp][] = [
    ['a-kill.test.ts', /SIGKILL/],
    ['b-exit.test.ts', /ended in the middle: exit code 0/],
    ['c-import.test.ts', /Cannot find module/],
    ['d-empty.test.ts', /no test in it/],
    ['e-stuck.test.ts', /Nothing is left that could end stuck/],
    ['f-after.test.ts', /not clean/],
    ['g-late.test.ts', /too late/],
    ['h-fine.test.ts', /^$/],
  ]
  assert.deepEqual(
    errors.map(([file]) => file),
    expected.map(([file]) => file),
  )
  for (const [index, [file, pattern]] of expected.entries())
    assert.match(errors[index]?.[1] ?? '', pattern, file)
})

test('a file that does not go on says which test it waits in', async (t) => {
  const endless = 'new Promise((resolve) => setTimeout(resolve, 2 ** 30))'
  const results = await runTree(
    t,
    {
      'a-test.test.ts': `${TEST}test('fine', () => {})\ntest('endless', () => ${endless})`,
      'c-long.test.ts': `${TEST}for (const name of ['one', 'two', 'three', 'four']) test(name, () => new Promise((resolve) => setTimeout(resolve, 1500)))`,
      'b-top.test.ts': `${TEST}await ${endless}\ntest('never begun', () => {})`,
    },
    4000,
  )
  const [inTest, atTop] = [results.get('a-test.test.ts')!, results.get('b-top.test.ts')!]
  assert.match(inTest.failures[0]!.error, /waiting in endless \(line 4\)\. Still open: .*Timeout/)
  assert.match(atTop.failures[0]!.error, /waiting in what stands before its tests/)
  assert.deepEqual(results.get('c-long.test.ts')!.failures, [], 'each test has the time for itself')
})

test('the time of children counts for the file that started them', async (t) => {
  const spin =
    "execFileSync(process.execPath, ['-e', 'for (let i = 0; process.cpuUsage().user < 4e5; i++);'])"
  const results = await runTree(t, {
    'a.test.ts': `${TEST}import { execFileSync } from 'node:child_process'\ntest('busy', () => { ${spin} })`,
    'b.test.ts': `${TEST}test('idle', () => {})`,
  })
  assert.ok(results.get('a.test.ts')!.cpuSecs >= 0.4)
  assert.ok(results.get('b.test.ts')!.cpuSecs < results.get('a.test.ts')!.cpuSecs)
})

test('when the run is stopped its processes end, and no file is blamed', async (t) => {
  const root = await writeTree(t, {
    'packages/a/src/a.test.ts': `${TEST}test('fine', () => {})`,
    'packages/a/src/b.test.ts': `${TEST}test('endless', () => new Promise((resolve) => setTimeout(resolve, 2 ** 30)))`,
  })
  const stop = new AbortController()
  const onResult = () => stop.abort()
  const { results } = await runTests({
    root,
    files: listTests(root, 'all'),
    signal: stop.signal,
    onResult,
    lanes: 1,
  })
  assert.deepEqual(
    results.map(({ file, failures }) => [file, failures.length]),
    [['packages/a/src/a.test.ts', 0]],
  )
})

test('a package may bring what is loaded before its tests', async (t) => {
  const root = await writeTree(t, {
    'packages/a/src/a.test.ts': `${TEST}test('ready', () => assert.equal(globalThis.isReady, true))`,
    'packages/a/testing/register-it.ts': 'globalThis.isReady = true\n',
    'packages/b/src/b.test.ts': `${TEST}test('not here', () => assert.equal(globalThis.isReady, undefined))`,
  })
  const signal = new AbortController().signal
  const { results } = await runTests({ root, files: listTests(root, 'all'), signal })
  assert.deepEqual(
    results.flatMap(({ failures }) => failures),
    [],
  )
  assert.equal(results.length, 2)
})

test('the summary counts, names what was expensive and warns of a fast file that is not', () => {
  const one = (file: string, cpuSecs: number): FileResult => ({
    file,
    cpuSecs,
    tests: 2,
    passed: 1,
    skipped: 1,
    todo: 0,
    failures: [],
    wallSecs: 1,
    output: '',
    before: [],
  })
  const files = Array.from({ length: 12 }, (_, index) => one(`packages/a/src/${index}.test.ts`, index))
  const text = describeSummary([...files, one('x.slow.test.ts', 30), one('y.test.ts', 21)], COSTS)
  assert.match(text, /14 files, 28 tests: 14 passed, 0 failed, 14 skipped, 0 to do/)
  assert.match(text, /1 min 1 s of wall time, 2 min 2 s of CPU time/)
  assert.match(text, /Warning: y\.test\.ts takes more than 20 s/)
  assert.equal(text.match(/Warning/g)?.length, 1)
  assert.match(text, /src\/4\.test\.ts/)
  assert.doesNotMatch(text, /src\/3\.test\.ts/)
})

async function runTree(
  t: TestContext,
  files: Record<string, string>,
  limitMs?: number,
): Promise<Map<string, FileResult>> {
  const tree = Object.entries(files).map(([name, text]) => [`packages/a/src/${name}`, text])
  const root = await writeTree(t, Object.fromEntries(tree))
  const signal = new AbortController().signal
  const { results } = await runTests({ root, files: listTests(root, 'all'), signal, lanes: 1, limitMs })
  return new Map(results.map((result) => [result.file.replace('packages/a/src/', ''), result]))
}
