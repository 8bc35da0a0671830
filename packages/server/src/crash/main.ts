import { parseArgs } from 'node:util'
import { runCrashTest } from './crash-loop.ts'
import { chooseFaults } from './faults.ts'
import { tryPlantedBug } from './plant-bug.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'
import { formatReport } from './print-report.ts'

// npm run test:crash [-- --kills 200 --seed 1]
// npm run test:crash -- --planted [--only <part of a name>]

const WANTED_SHARE = 0.9

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
  return report.findings.length === 0
}

/** The test of the test: whether it notices bugs that are known to be there. */
async function tryPlanted(): Promise<boolean> {
  const bugs = PLANTED_BUGS.filter(({ name }) => name.includes(values.only))
  // First without any bug and with everybody's faults, so that it is the bugs that are noticed.
  const control = {
    name: 'no bug at all',
    edits: [],
    faults: bugs.flatMap(({ faults }) => faults.slice(0, 2)),
  }
  const { report } = await tryPlantedBug(control, seed)
  say(`${report.findings.length === 0 ? 'quiet ' : 'ALARM '} ${control.name} (${secsOf(report)} s)`)
  for (const finding of report.findings) say(`         ${finding}`)
  let caught = 0
  for (const bug of bugs) {
    const { report } = await tryPlantedBug(bug, seed)
    const [first] = report.findings
    if (first) caught++
    say(
      `${first ? 'caught' : 'MISSED'}  ${bug.name} (${secsOf(report)} s)${first ? `\n         ${first}` : ''}`,
    )
  }
  say(`${caught} of ${bugs.length} planted bugs were caught`)
  return report.findings.length === 0 && caught >= WANTED_SHARE * bugs.length
}

function secsOf({ seconds }: { seconds: Record<string, number> }): number {
  return Math.round(Object.values(seconds).reduce((sum, secs) => sum + secs, 0))
}

function say(text: string): void {
  process.stdout.write(`${text.trimEnd()}\n`)
}
