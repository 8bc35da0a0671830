import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeCoverage, sumCoverage } from './coverage.ts'
import { writeTree } from './write-tree.ts'

const USED = `// A comment.
type Size = {
  width: number
}

export function choose(size: Size): string {
  if (size.width > 10) {
    return 'wide'
  }
  return 'narrow'
}

export function neverCalled(): number {
  return 1
}
`

test('lines that ran in any process count, types and comments do not, and files that nobody loads do', async (t) => {
  const root = await writeTree(t, {
    'packages/a/src/used.ts': USED,
    'packages/a/src/used.test.ts': 'export const notCounted = 1\n',
    'packages/b/src/unused.ts': 'export const one = 1\nexport const two = 2\n',
  })
  const folder = join(root, 'coverage')
  for (const width of [5, 20]) {
    const program = `const { choose } = await import('./packages/a/src/used.ts'); choose({ width: ${width} })`
    const env = { ...process.env, NODE_V8_COVERAGE: folder, NODE_COMPILE_CACHE: undefined }
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root, env })
    const [a, b] = sumCoverage(root, folder)
    // The line that names a function runs when the module is loaded.
    assert.deepEqual(a, { name: 'a', lines: 6, covered: width > 10 ? 5 : 4 })
    assert.deepEqual(b, { name: 'b', lines: 2, covered: 0 })
  }
  const text = describeCoverage(sumCoverage(root, folder))
  assert.match(text, /^a +83\.3 % {2}of +6 lines$/m)
  assert.match(text, /^all +62\.5 %/m)
})
