import { parseArgs } from 'node:util'
import { whyNoNamespaces } from '@songreel/server/testing/namespaces.ts'
import { runCrashTest } from './crash-loop.ts'
import { formatReport } from './crash-report.ts'
import { chooseEmbeddedFaults, openEmbedded } from './embedded-arena.ts'
import { chooseFaults, SLOW_POINTS_PER_LIFE } from './faults.ts'
import { checkBugFits, ROUNDS, type Search, tryPlantedBug } from './plant-bug.ts'
import type { PlantedBug } from './planted-bug.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

// npm run test:crash [-- --kills 200 --seed 1]
// npm run test:crash -- --embedded [--kills 30]: as users start it; needs root and `unshare`
// npm run test:crash -- --planted [--only <parts of names, with commas between> [--control]] [--rounds 4] [--aimed]

const KILLS = 200
const EMBEDDED_KILLS = 40
const WANTED_SHARE = 0.9
/** Within this time a killed worker's render runs elsewhere on a machine that is not overloaded (docs/operations.md). */
const TAKEOVER_LIMIT_SECS = 15

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    embedded: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    aimed: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: String(ROUNDS) },
    control: { type: 'boolean', default: false },
  },
})

const seed = Number(values.seed)
say(`seed ${seed}`)
process.exit((await (values.planted ? tryPlanted() : tryKills())) ? 0 : 1)

async function tryKills(): Promise<boolean> {
  const obstacle = values.embedded && whyNoNamespaces()
  if (obstacle) throw new Error(`--embedded needs namespaces, and ${obstacle}.`)
  const report = await runCrashTest({
    seed,
    kills: Number(values.kills ?? (values.embedded ? EMBEDDED_KILLS : KILLS)),
    faults: values.embedded ? chooseEmbeddedFaults : chooseFaults,
    slowPoints: SLOW_POINTS_PER_LIFE,
    ...(values.embedded && { open: openEmbedded, gapMs: [500, 6000] }),
    onFault: (label) => say(`  ${label}`),
  })
  say(formatReport(report))
  const late = report.takeovers.filter(({ machineSecs }) => machineSecs > TAKEOVER_LIMIT_SECS)
  for (const { renderId, secs, machineSecs } of late)
    say(
      `late: render ${renderId} ran elsewhere only after ${secs} s, ${machineSecs} s of a free machine's time`,
    )
  return report.findings.length === 0 && late.length === 0
}

/** The test of the test: whether it notices bugs that are known to be there. */
async function tryPlanted(): Promise<boolean> {
  const parts = values.only.split(',')
  const bugs = PLANTED_BUGS.filter(({ name }) => parts.some((part) => name.includes(part)))
  for (const bug of bugs) await checkBugFits(bug)
  const startedMs = performance.now()
  const search = { seed, isAimed: values.aimed, rounds: Number(values.rounds) }
  // First without any bug and with everybody's faults, so that it is the bugs that are noticed.
  const isQuiet = values.only && !values.control ? true : await tryControl(bugs, search)
  let caught = 0
  for (const bug of bugs) {
    const bugMs = performance.now()
    const report = await tryPlantedBug(bug, search)
    const [first] = report.findings
    if (first) caught++
    say(`${first ? 'caught' : 'MISSED'}  ${bug.name} (${secsSince(bugMs)} s)`)
    say(first ? `         ${first}` : formatReport(report))
  }
  say(`${caught} of ${bugs.length} planted bugs were caught (${secsSince(startedMs)} s)`)
  return isQuiet && caught >= WANTED_SHARE * bugs.length
}

async function tryControl(bugs: PlantedBug[], search: Search): Promise<boolean> {
  const faults = new Map(bugs.flatMap((bug) => bug.faults).map((fault) => [JSON.stringify(fault), fault]))
  const control = { name: 'no bug at all', edits: [], faults: [...faults.values()] }
  const startedMs = performance.now()
  const report = await tryPlantedBug(control, search)
  const isQuiet = report.findings.length === 0
  say(`${isQuiet ? 'quiet ' : 'ALARM '}  no bug at all (${secsSince(startedMs)} s)`)
  for (const finding of report.findings) say(`         ${finding}`)
  return isQuiet
}

function secsSince(startMs: number): number {
  return Math.round((performance.now() - startMs) / 1000)
}

function say(text: string): void {
  process.stdout.write(`${text.trimEnd()}\n`)
}
