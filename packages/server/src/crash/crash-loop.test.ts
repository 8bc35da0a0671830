import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashTest } from './crash-loop.ts'
import { listFewFaults } from './faults.ts'
import { formatReport } from './print-report.ts'

// The short version; `npm run test:crash` is the long one.
test('a handful of kills and a worker that slept: nothing is lost, doubled, stuck or left behind', async (t) => {
  const report = await runCrashTest({ seed: 4400, kills: 8, faults: listFewFaults, gapMs: [50, 400] })
  for (const line of formatReport(report).trim().split('\n')) t.diagnostic(line)
  assert.deepEqual(report.findings, [])
  assert.ok(report.kills >= 5, `only ${report.kills} kills`)
  assert.ok(report.played > 0)
})
