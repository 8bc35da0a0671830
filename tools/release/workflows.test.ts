import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseDocument } from 'yaml'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

type Step = { uses?: string; run?: string }
type Workflow = {
  on: object
  permissions: object
  jobs: Record<string, { steps: Step[]; 'runs-on': string; 'timeout-minutes': number }>
}

const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT })

test('every file for the code host is YAML without a doubtful place', () => {
  const files = [...WORKFLOWS, ...globSync('.github/**/*.yml', { cwd: ROOT })]
  assert.ok(WORKFLOWS.length >= 2)
  for (const file of files) {
    const { errors, warnings } = parseDocument(read(file), { strict: true, uniqueKeys: true })
    assert.deepEqual([...errors, ...warnings], [], file)
  }
})

test('every job ends by itself, has few rights, uses actions of a known version and scripts that exist', () => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const file of WORKFLOWS) {
    const workflow: Workflow = parseDocument(read(file)).toJS()
    assert.deepEqual(workflow.permissions, { contents: 'read' }, file)
    for (const [name, job] of Object.entries(workflow.jobs)) {
      assert.ok(job['timeout-minutes'] > 0 && job['runs-on'], `${file}: ${name}`)
      for (const { uses, run } of job.steps) {
        if (uses) assert.match(uses, /^actions\/[\w-]+@(v\d+|[0-9a-f]{40})$/, `${file}: ${name}`)
        for (const [line, script = ''] of (run ?? '').matchAll(
          /npm (?:run (?:-s )?)?(?!ci\b|config\b|publish\b|run\b)([\w:-]+)/g,
        ))
          assert.ok(script in scripts, `${file}: ${line}`)
        for (const [, path = ''] of (run ?? '').matchAll(/\bnode (\S+\.ts)/g)) assert.ok(read(path), path)
      }
    }
  }
})
