import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { OWN_SOURCES, runCrashTest } from './crash-loop.ts'
import { listFewFaults } from './faults.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'
import { formatReport } from './print-report.ts'

// The short version; `npm run test:crash` is the long one.
test('a handful of kills and a worker that slept: nothing is lost, doubled, stuck or left behind', async (t) => {
  const report = await runCrashTest({ seed: 4400, kills: 8, faults: listFewFaults, gapMs: [50, 400] })
  for (const line of formatReport(report).trim().split('\n')) t.diagnostic(line)
  assert.deepEqual(report.findings, [])
  assert.ok(report.kills >= 5, `only ${report.kills} kills`)
  assert.ok(report.played > 0)
})

test('every planted bug still fits the sources', async () => {
  for (const { name, edits } of PLANTED_BUGS) {
    for (const { file, find } of edits) {
      const source = await readFile(join(OWN_SOURCES, file), 'utf8')
      assert.equal(source.split(find).length - 1, 1, `${name}: ${file} has once: ${find}`)
    }
  }
})
