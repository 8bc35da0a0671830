import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCpuSecsOf } from './cpu-time.ts'
import type { RunCosts } from './describe-run.ts'
import { readMeasurements } from './measurements.ts'
import { readModuleGraph } from './module-graph.ts'
import { type ProcessPlan, planProcesses } from './plan-processes.ts'
import { type FileResult, runProcess } from './run-process.ts'

/** What runs, and who is told of each file. */
export type TestRun = {
  root: string
  files: string[]
  signal: AbortSignal
  /** How many processes run at once. Most files wait every other moment, so by itself two more than there are processors. */
  lanes?: number
  /** What one test may take; by itself a quarter of an hour. */
  limitMs?: number | undefined
  /** Where V8 writes which code ran; nothing: nowhere. */
  coverageFolder?: string | undefined
  onResult?(result: FileResult): void
}

/** Runs test files, several processes at once, and returns how each went and what all of it took. */
export async function runTests(run: TestRun): Promise<{ results: FileResult[]; costs: RunCosts }> {
  const { root, files, signal, limitMs, lanes = availableParallelism() + 2 } = run
  const startMs = performance.now()
  const results: FileResult[] = []
  const onResult = (result: FileResult) => {
    results.push(result)
    run.onResult?.(result)
  }
  const plans = planProcesses(root, readModuleGraph(root), files, readMeasurements(root))
  const sharedFolder = mkdtempSync(join(tmpdir(), 'songreel-run-'))
  const options = { root, signal, env: composeEnv(run, sharedFolder), onResult, limitMs }
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      // The last lane begins at the other end: what is pure keeps a processor busy while services wait.
      const isLast = lane > 0 && lane === lanes - 1
      const find = () => (isLast ? plans.findLast(hasFiles) : plans.find(hasFiles))
      for (let plan = find(); plan && !signal.aborted; plan = find()) await runProcess(plan, options)
    }),
  )
  rmSync(sharedFolder, { recursive: true, force: true })
  const databaseSecs = readCpuSecsOf('test-postgres-server.ts', String(process.pid))
  const cpuSecs = results.reduce((sum, result) => sum + result.cpuSecs, databaseSecs)
  return { results, costs: { wallSecs: (performance.now() - startMs) / 1000, cpuSecs, databaseSecs } }
}

function hasFiles({ files }: ProcessPlan): boolean {
  return files.length > 0
}

function composeEnv({ root, coverageFolder }: TestRun, sharedFolder: string): NodeJS.ProcessEnv {
  // A run that a test starts is a run of its own.
  const { NODE_TEST_CONTEXT, NODE_V8_COVERAGE, ...env } = process.env
  // All files of a run share one PostgreSQL, and a folder for what takes long to make.
  const own = { ...env, SONGREEL_TEST_RUN: String(process.pid), SONGREEL_TEST_SHARED: sharedFolder }
  // Code from the cache is counted less exactly.
  if (coverageFolder) return { ...own, NODE_V8_COVERAGE: coverageFolder }
  return { ...own, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tests') }
}
