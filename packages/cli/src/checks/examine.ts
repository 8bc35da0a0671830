import { availableParallelism } from 'node:os'
import { EXIT, type ExitCode } from '../cli-error.ts'
import { namePlatform } from '../missing-part.ts'
import { createPaint, type Mark, type Paint, padEnd, showMark } from '../print.ts'
import { listenForStop } from '../stop-signal.ts'
import { VERSION } from '../version.ts'
import { ALL_CHECKS } from './all-checks.ts'
import { type CheckReport, runChecks } from './run-checks.ts'

const NAME_WIDTH = 15
const MARKS: Record<CheckReport['status'], Mark> = { GOOD: 'good', WARNING: 'warning', PROBLEM: 'bad' }

/** `songreel doctor`: shows each check as it is made, then the count; with --json all of it as one object. */
export async function examine({
  dataFolder,
  json,
}: {
  dataFolder: string
  json: boolean
}): Promise<ExitCode> {
  const paint = createPaint(process.stdout)
  const reports: CheckReport[] = []
  if (!json) process.stdout.write('\n')
  for await (const report of runChecks(ALL_CHECKS, { dataFolder, signal: listenForStop() })) {
    reports.push(report)
    if (!json) process.stdout.write(showReport(report, paint))
  }
  process.stdout.write(json ? composeJson(reports) : `\n  ${formatCounts(reports)}\n\n`)
  return chooseExit(reports)
}

function showReport({ name, status, text, fix }: CheckReport, paint: Paint): string {
  const line = `  ${showMark(MARKS[status], paint)} ${padEnd(name, NAME_WIDTH)}${text}\n`
  return fix ? `${line}${' '.repeat(4 + NAME_WIDTH)}→ ${fix}\n` : line
}

function formatCounts(reports: readonly CheckReport[]): string {
  const { good, warnings, problems } = count(reports)
  const counts = [`${good} good`]
  if (warnings > 0) counts.push(`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`)
  if (problems > 0) counts.push(`${problems} ${problems === 1 ? 'problem' : 'problems'}`)
  const report = 'For a bug report: songreel doctor --json > doctor.json   (no secrets inside)'
  return `${counts.join(', ')}.     ${report}`
}

function count(reports: readonly CheckReport[]): { good: number; warnings: number; problems: number } {
  const having = (status: CheckReport['status']) =>
    reports.filter((report) => report.status === status).length
  return { good: having('GOOD'), warnings: having('WARNING'), problems: having('PROBLEM') }
}

function composeJson(reports: readonly CheckReport[]): string {
  const facts = {
    version: VERSION,
    node: process.versions.node,
    platform: namePlatform(),
    cores: availableParallelism(),
  }
  return `${JSON.stringify({ ...facts, ...count(reports), checks: reports }, null, 2)}\n`
}

function chooseExit(reports: readonly CheckReport[]): ExitCode {
  const problems = reports.filter(({ status }) => status === 'PROBLEM')
  if (problems.length === 0) return EXIT.ok
  return problems.some(({ code }) => code === 'MISSING_PART') ? EXIT.missingPart : EXIT.failed
}
