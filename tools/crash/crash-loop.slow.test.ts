import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashTest } from './crash-loop.ts'
import { formatReport } from './crash-report.ts'
import { listFewFaults } from './faults.ts'

// The short version; `npm run test:crash` is the long one.
const report = await runCrashTest({ seed: 4400, kills: 20, faults: listFewFaults, gapMs: [50, 400] })

test('after a handful of kills nothing is lost, doubled, stuck or left behind', (t) => {
  for (const line of formatReport(report).trim().split('\n')) t.diagnostic(line)
  assert.deepEqual(report.findings, [])
  assert.ok(report.kills >= 6, `only ${report.kills} kills`)
  assert.ok(report.played > 0)
})

test('a worker that was stopped past its heartbeat wakes up and writes nothing over the newer attempt', () => {
  const taken = report.pauses.filter(({ isStopped, isTakenUp }) => isStopped && isTakenUp)
  assert.ok(taken.length > 0, 'another worker took up the render of one that was stopped')
  // Every single write by another than the holder of a run is a finding (guard.ts), and so is a file of an older run.
  assert.deepEqual(report.findings, [])
})

test("a killed worker's render runs elsewhere", () => {
  assert.ok(report.takeovers.length > 0, 'a worker was killed in the middle of a render')
})
