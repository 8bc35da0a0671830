import type { FileResult } from './run-process.ts'

/** A fast file that takes more is named `*.slow.test.ts`, or made cheaper. */
const FAST_LIMIT_SECS = 20
const MOST_EXPENSIVE = 10

/** What a whole run took; `databaseSecs` is the PostgreSQL that all files share. */
export type RunCosts = { wallSecs: number; cpuSecs: number; databaseSecs: number }

/** One line for a file that has run. */
export function describeFile({ file, tests, failures, cpuSecs }: FileResult): string {
  const mark = failures.length > 0 ? '✖' : '✔'
  return `${mark} ${formatSecs(cpuSecs)} CPU ${String(tests).padStart(4)} tests  ${file}`
}

/** What failed, file by file, with what the file wrote. */
export function describeFailures(results: FileResult[]): string {
  const failed = results.filter(({ failures }) => failures.length > 0)
  return failed.map(describeFailed).join('\n')
}

function describeFailed({ file, failures, output, before }: FileResult): string {
  const each = failures.map(({ name, place, error }) => `  ✖ ${name} (${place})\n${indent(error)}`)
  const written = output.trim() && `  It wrote:\n${indent(output.trim())}\n`
  const shared = before.length > 0 ? `  In the same process ran before: ${before.join(', ')}\n` : ''
  return `\n${file}\n${each.join('\n')}\n${written}${shared}  Alone: npx node --test ${file}`
}

/** Counts, costs, and which files they went to. */
export function describeSummary(results: FileResult[], costs: RunCosts): string {
  const count = (of: 'tests' | 'passed' | 'skipped' | 'todo') =>
    results.reduce((sum, result) => sum + result[of], 0)
  const failed = results.reduce((sum, { failures }) => sum + failures.length, 0)
  const { wallSecs, cpuSecs, databaseSecs } = costs
  return [
    '',
    'The most expensive files:',
    ...sortByCost(results).slice(0, MOST_EXPENSIVE).map(describeFile),
    ...sortByCost(results).filter(isTooExpensive).map(describeExcess),
    '',
    `${results.length} files, ${count('tests')} tests: ${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped, ${count('todo')} to do`,
    `${formatMins(wallSecs)} of wall time, ${formatMins(cpuSecs)} of CPU time (the shared PostgreSQL ${formatMins(databaseSecs)} of it)`,
  ].join('\n')
}

function sortByCost(results: FileResult[]): FileResult[] {
  return results.toSorted((a, b) => b.cpuSecs - a.cpuSecs)
}

function isTooExpensive({ file, cpuSecs }: FileResult): boolean {
  return cpuSecs > FAST_LIMIT_SECS && !/\.slow\.test\.tsx?$/.test(file)
}

function describeExcess({ file }: FileResult): string {
  return `Warning: ${file} takes more than ${FAST_LIMIT_SECS} s of CPU; make it cheaper, or name it *.slow.test.ts.`
}

function formatSecs(secs: number): string {
  return `${secs.toFixed(1).padStart(6)} s`
}

function formatMins(secs: number): string {
  return `${Math.floor(secs / 60)} min ${Math.round(secs % 60)} s`
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ')
}
