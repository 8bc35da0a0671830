import type { Tally } from './check-batches.ts'
import type { Victim } from './faults.ts'
import type { Takeover } from './lose-worker.ts'
import type { PauseFacts } from './pause-worker.ts'

/** What went wrong, in numbers. */
export type FaultFigures = {
  kills: number
  /** Kills at a crash point; the others came at any moment. */
  aimed: number
  victims: Map<Victim, number>
  /** Everything that was done, by name. */
  faults: Map<string, number>
  pauses: PauseFacts[]
  takeovers: Takeover[]
}

/** What a crash test did and saw. */
export type CrashReport = FaultFigures & {
  seed: number
  seconds: { start: number; faults: number; drain: number; checks: number }
  /** How many times slower than a free one the machine was, all in all. */
  slowness: number
  acknowledged: number
  arrivals: number
  events: number
  looks: number
  played: number
  /** Videos that were linked or run again, and compared with a fresh render. */
  compared: number
  /** Segments that renders took from earlier videos and runs, and that workers made for each other. */
  kept: number
  helped: number
  tally: Tally
  /** Empty: every promise was kept. */
  findings: string[]
  /** Where logs and database are kept for a look at the findings. */
  keptFolder: string | undefined
}

/** A crash test's report as a person reads it. */
export function formatReport(report: CrashReport): string {
  const rows = listRows(report)
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`)
  const kept = report.keptFolder ? [`Logs and database: ${report.keptFolder}`] : []
  return `${[...lines, ...report.findings.map((finding) => `! ${finding}`), ...kept].join('\n')}\n`
}

function listRows(report: CrashReport): [string, string | number][] {
  const { seconds, tally, pauses } = report
  const taken = pauses.filter(({ isTakenUp }) => isTakenUp).length
  return [
    ['seed', report.seed],
    [
      'kills',
      `${report.kills} (${listCounts(Object.fromEntries(report.victims))}; ${report.aimed} at crash points)`,
    ],
    ...[...report.faults]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([label, count]) => [`  ${label}`, count] as [string, number]),
    ['workers that slept', `${countStopped(pauses)} (${taken} lost their render to another and woke up)`],
    ['takeovers after a loss', describeTakeovers(report.takeovers)],
    ['batches acknowledged', `${report.acknowledged} (${tally.batches} stored)`],
    ['renders', listCounts(tally.renders)],
    ['  that failed', listCounts(tally.failures)],
    ['  run more than once', tally.again],
    ['  linked to earlier work', tally.linked],
    ['videos played', report.played],
    ['  compared with a fresh one', report.compared],
    ['segments kept, by helpers', `${report.kept}, ${report.helped}`],
    ['events', `${report.events} (${report.arrivals} arrivals)`],
    ['looks at all renders', report.looks],
    [
      'seconds',
      `start ${seconds.start}, faults ${seconds.faults}, drain ${seconds.drain}, checks ${seconds.checks}`,
    ],
    ['slower than a free machine', `${report.slowness.toFixed(1)} times`],
    ['findings', report.findings.length],
  ]
}

function countStopped(pauses: PauseFacts[]): number {
  return pauses.filter(({ isStopped }) => isStopped).length
}

function describeTakeovers(takeovers: Takeover[]): string {
  if (takeovers.length === 0) return 'none'
  const clock = describeSecs(takeovers.map(({ secs }) => secs))
  const machine = describeSecs(takeovers.map(({ machineSecs }) => machineSecs))
  return `${takeovers.length} (${clock}; of a free machine's time ${machine})`
}

function describeSecs(values: number[]): string {
  const secs = [...values].sort((a, b) => a - b)
  const [first, middle, last] = [0, Math.floor(secs.length / 2), secs.length - 1].map((at) =>
    secs[at]!.toFixed(1),
  )
  return `after ${first} to ${last} s, half of them within ${middle} s`
}

function listCounts(counts: Record<string, number>): string {
  const entries = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  return entries.join(', ') || 'none'
}
