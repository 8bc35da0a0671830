import { parseArgs } from 'node:util'
import { findPostgres } from '@songreel/server/testing/start-installed-postgres.ts'
import { runCrashTest } from '../crash/crash-loop.ts'
import { formatReport } from '../crash/crash-report.ts'
import type { Fault } from '../crash/faults.ts'
import { fetchPostgres } from '../postgres/fetch-postgres.ts'
import { openOn, type Recoveries, type TroubledDatabase } from './database-arena.ts'
import { hasPooler } from './pooler.ts'
import { canMakeStandby, findRealPrograms } from './real-postgres.ts'
import { openCrowd, openFailover, openSessions, openSilence } from './troubles.ts'
import { tryPooler } from './try-pooler.ts'

// npm run test:database [-- --only failover,silence,crowd,sessions,transactions] [--times 2] [--seed 1] [--postgres 17]: what
// happens to a service whose PostgreSQL fails over, falls silent, has no connection left, or is behind a pooler. Needs Debian's
// postgresql and pgbouncer (programs only: their services are not used), and checks what the crash test checks. --postgres takes
// another version, which is fetched if it is not here; those that are fetched have no program for a standby, so no failover.

const GAP_MS: [number, number] = [2000, 6000]

const SCENARIOS: Record<string, (programs: string) => Promise<TroubledDatabase>> = {
  failover: openFailover,
  silence: openSilence,
  crowd: openCrowd,
  sessions: openSessions,
}
const NAMES = [...Object.keys(SCENARIOS), 'transactions']

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: NAMES.join(',') },
    times: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    postgres: { type: 'string' },
  },
})
const names = values.only.split(',')
const unknown = names.find((name) => !NAMES.includes(name))
if (unknown !== undefined) {
  say(`There is no ${unknown}; there are ${NAMES.join(', ')}.`)
  process.exit(2)
}
const programs = values.postgres ? await findVersion(Number(values.postgres)) : findRealPrograms()
if (!programs || !hasPooler()) {
  say('This needs PostgreSQL and PgBouncer of the system: apt-get install postgresql pgbouncer')
  process.exit(2)
}
say(`PostgreSQL ${programs.major}, seed ${values.seed}`)
let isGood = true
for (const name of names) {
  if (name === 'failover' && !canMakeStandby(programs.folder)) {
    say('failover: left out, because these programs have no pg_basebackup')
    continue
  }
  const isPassed = name === 'transactions' ? await refuseTransactions() : await tryScenario(name)
  isGood = isPassed && isGood
}
process.exit(isGood ? 0 : 1)

async function tryScenario(name: string): Promise<boolean> {
  const recoveries: Recoveries = []
  const { folder } = programs!
  const times = Number(values.times)
  const report = await runCrashTest({
    seed: Number(values.seed),
    kills: times,
    faults: () => repeat(times),
    gapMs: GAP_MS,
    open: openOn(() => SCENARIOS[name]!(folder), recoveries),
    onFault: (label) => say(`  ${label}; a render was claimed ${recoveries.at(-1)} s later`),
  })
  say(`${name}: ${report.acknowledged} batches acknowledged, ${report.findings.length} findings`)
  say(formatReport(report))
  return report.findings.length === 0
}

async function findVersion(major: number): Promise<{ folder: string; major: number }> {
  return { folder: findPostgres(major) ?? (await fetchPostgres(major)), major }
}

function repeat(times: number): Fault[] {
  return Array.from({ length: times }, () => ({ kind: 'DATABASE' as const }))
}

/** A pooler that hands out a session per transaction is refused at the start, in words that help. */
async function refuseTransactions(): Promise<boolean> {
  const said = await tryPooler(programs!.folder, { mode: 'transaction' })
  say(`transactions: ${said ? `refused at the start: ${said}` : 'NOT refused'}`)
  return /pooler that shares sessions/.test(said ?? '')
}

function say(text: string): void {
  process.stdout.write(`${text.trimEnd()}\n`)
}
