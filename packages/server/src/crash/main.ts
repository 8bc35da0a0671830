import { parseArgs } from 'node:util'
import { runCrashTest } from './crash-loop.ts'
import { type CrashReport, formatReport } from './crash-report.ts'
import { chooseFaults } from './faults.ts'
import { checkBugFits, tryPlantedBug } from './plant-bug.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

// npm run test:crash [-- --kills 200 --seed 1]
// npm run test:crash -- --planted [--only <part of a name>]

const WANTED_SHARE = 0.9
/** Within this time a killed worker's render runs elsewhere (docs/operations.md). */
const TAKEOVER_LIMIT_SECS = 15

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    planted: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})

const seed = Number(values.seed)
say(`seed ${seed}`)
process.exit((await (values.planted ? tryPlanted() : tryKills())) ? 0 : 1)

async function tryKills(): Promise<boolean> {
  const kills = Number(values.kills)
  const report = await runCrashTest({
    seed,
    kills,
    faults: chooseFaults,
    onFault: (label) => say(`  ${label}`),
  })
  say(formatReport(report))
  const late = report.takeovers.filter(({ secs }) => secs > TAKEOVER_LIMIT_SECS)
  for (const { renderId, secs } of late) say(`late: render ${renderId} ran elsewhere only after ${secs} s`)
  return report.findings.length === 0 && late.length === 0
}

/** The test of the test: whether it notices bugs that are known to be there. */
async function tryPlanted(): Promise<boolean> {
  const bugs = PLANTED_BUGS.filter(({ name }) => name.includes(values.only))
  for (const bug of bugs) await checkBugFits(bug)
  const startedMs = performance.now()
  // First without any bug and with everybody's faults, so that it is the bugs that are noticed.
  const faults = new Map(bugs.flatMap((bug) => bug.faults).map((fault) => [JSON.stringify(fault), fault]))
  const control = await tryPlantedBug(
    { name: 'no bug at all', edits: [], faults: [...faults.values()] },
    seed,
  )
  const isQuiet = control.findings.length === 0
  say(`${isQuiet ? 'quiet ' : 'ALARM '}  no bug at all (${secsOf(control)} s)`)
  for (const finding of control.findings) say(`         ${finding}`)
  let caught = 0
  for (const bug of bugs) {
    const report = await tryPlantedBug(bug, seed)
    const [first] = report.findings
    if (first) caught++
    say(`${first ? 'caught' : 'MISSED'}  ${bug.name} (${secsOf(report)} s)`)
    say(first ? `         ${first}` : formatReport(report))
  }
  const secs = Math.round((performance.now() - startedMs) / 1000)
  say(`${caught} of ${bugs.length} planted bugs were caught (${secs} s)`)
  return isQuiet && caught >= WANTED_SHARE * bugs.length
}

function secsOf({ seconds }: CrashReport): number {
  return Math.round(Object.values(seconds).reduce((sum, secs) => sum + secs, 0))
}

function say(text: string): void {
  process.stdout.write(`${text.trimEnd()}\n`)
}
