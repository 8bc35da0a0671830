import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrashTest } from './crash-loop.ts'
import { formatReport } from './crash-report.ts'
import { listFewFaults } from './faults.ts'
import { checkBugFits } from './plant-bug.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

// The short version; `npm run test:crash` is the long one.
test('a handful of kills and a worker that slept: nothing is lost, doubled, stuck or left behind', async (t) => {
  const report = await runCrashTest({ seed: 4400, kills: 9, faults: listFewFaults, gapMs: [50, 400] })
  for (const line of formatReport(report).trim().split('\n')) t.diagnostic(line)
  assert.deepEqual(report.findings, [])
  assert.ok(report.kills >= 6, `only ${report.kills} kills`)
  assert.ok(report.played > 0)
  assert.ok(
    report.pauses.some(({ isTakenUp }) => isTakenUp),
    'a stopped worker woke up after another had taken up its render',
  )
  assert.ok(report.takeovers.length > 0, "a killed worker's render was seen running elsewhere")
  for (const { secs } of report.takeovers) assert.ok(secs <= 15, `it took ${secs} s`)
})

test('every planted bug still fits the sources', async () => {
  for (const bug of PLANTED_BUGS) await checkBugFits(bug)
})

test('a planted bug whose place is gone is refused, not skipped', async () => {
  const edits = [{ file: 'main.ts', find: 'a text that is nowhere', put: '' }]
  await assert.rejects(checkBugFits({ name: 'nowhere', edits }), /no longer fits main.ts/)
})
