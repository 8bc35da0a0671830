import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { listChanges, pickChangedTests } from './changed-tests.ts'
import { describeCoverage, sumCoverage } from './coverage.ts'
import { describeFailures, describeFile, describeSummary } from './describe-run.ts'
import { type Kind, listTests, pickTests } from './find-tests.ts'
import { keepMeasurements } from './measurements.ts'
import { readModuleGraph } from './module-graph.ts'
import { runTests } from './run-tests.ts'

// npm test and npm run test:slow: runs the tests, several files in one process where they let it, and tells what each
// file took. Words pick files, folders and packages; --changed picks what the changes since the last commit reach,
// --since <commit> what those since another one do. --coverage also tells how much of each package ran.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const INTERRUPTED = 130

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, since: { type: 'string' }, coverage: { type: 'boolean' } },
})
const [kind = 'fast', ...words] = positionals as [Kind, ...string[]]
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

const files = pickFiles()
if (files === undefined) process.exit(1)
const coverageFolder = values.coverage ? mkdtempSync(join(tmpdir(), 'songreel-coverage-')) : undefined
const { results, costs } = await runTests({
  root: ROOT,
  files,
  signal: stop.signal,
  coverageFolder,
  onResult: (result) => console.log(describeFile(result)),
})
const measured = results.filter(({ failures }) => failures.length === 0)
keepMeasurements(
  ROOT,
  Object.fromEntries(
    measured.map(({ file, tests, cpuSecs, wallSecs }) => [file, { tests, cpuSecs, wallSecs }]),
  ),
  listTests(ROOT, 'all'),
)
console.log(describeSummary(results, costs))
if (coverageFolder) {
  console.log(describeCoverage(sumCoverage(ROOT, coverageFolder)))
  rmSync(coverageFolder, { recursive: true })
}
console.log(describeFailures(results))
if (stop.signal.aborted) process.exitCode = INTERRUPTED
else process.exitCode = results.some(({ failures }) => failures.length > 0) ? 1 : 0

function pickFiles(): string[] | undefined {
  try {
    const tests = pickTests(ROOT, kind, words, process.cwd())
    if (!values.changed && values.since === undefined) return tests
    return pickChangedTests(ROOT, readModuleGraph(ROOT), tests, listChanges(ROOT, values.since ?? 'HEAD'))
  } catch (error) {
    console.error(String(error instanceof Error ? error.message : error))
    return undefined
  }
}
