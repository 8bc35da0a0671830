import type { CrashReport } from './crash-loop.ts'

/** A crash test's report as a person reads it. */
export function formatReport(report: CrashReport): string {
  const { seconds, tally } = report
  const rows: [string, string | number][] = [
    ['seed', report.seed],
    ['kills', report.kills],
    ...[...report.faults]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([label, count]) => [`  ${label}`, count] as [string, number]),
    ['batches acknowledged', `${report.acknowledged} (${tally.batches} stored)`],
    ['renders', listCounts(tally.renders)],
    ['  that failed', listCounts(tally.failures)],
    ['  run more than once', tally.again],
    ['  linked to earlier work', tally.linked],
    ['videos played', report.played],
    ['events', `${report.events} (${report.arrivals} arrivals)`],
    ['looks at all renders', report.looks],
    [
      'seconds',
      `start ${seconds.start}, faults ${seconds.faults}, drain ${seconds.drain}, checks ${seconds.checks}`,
    ],
    ['findings', report.findings.length],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`)
  const kept = report.findings.length > 0 ? [`Logs and database: ${report.folder}`] : []
  return `${[...lines, ...report.findings.map((finding) => `! ${finding}`), ...kept].join('\n')}\n`
}

function listCounts(counts: Record<string, number>): string {
  const entries = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  return entries.join(', ') || 'none'
}
