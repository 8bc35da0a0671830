import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readCpuSecsOf } from './cpu-time.ts'
import type { RunCosts } from './describe-run.ts'
import { readModuleGraph } from './module-graph.ts'
import { planProcesses } from './plan-processes.ts'
import { type FileResult, runPlan } from './run-process.ts'

/** What runs, and who is told of each file. */
export type TestRun = {
  root: string
  files: string[]
  signal: AbortSignal
  /** Where V8 writes which code ran; nothing: nowhere. */
  coverageFolder?: string | undefined
  onResult?(result: FileResult): void
}

/** Runs test files, several processes at once, and returns how each went and what all of it took. */
export async function runTests(run: TestRun): Promise<{ results: FileResult[]; costs: RunCosts }> {
  const { root, files, signal } = run
  const startMs = performance.now()
  const results: FileResult[] = []
  const onResult = (result: FileResult) => {
    results.push(result)
    run.onResult?.(result)
  }
  const plans = planProcesses(root, readModuleGraph(root), files).values()
  const options = { root, signal, env: composeEnv(run), onResult }
  // Many files wait for something, so one more than there are processors.
  const lanes = Array.from({ length: availableParallelism() + 1 }, async () => {
    for (const plan of plans) await runPlan(plan, options)
  })
  await Promise.all(lanes)
  const databaseSecs = readCpuSecsOf('test-postgres-server.ts', String(process.pid))
  const cpuSecs = results.reduce((sum, result) => sum + result.cpuSecs, databaseSecs)
  return { results, costs: { wallSecs: (performance.now() - startMs) / 1000, cpuSecs, databaseSecs } }
}

function composeEnv({ root, coverageFolder }: TestRun): NodeJS.ProcessEnv {
  // A run that a test starts is a run of its own.
  const { NODE_TEST_CONTEXT, NODE_V8_COVERAGE, ...env } = process.env
  // All files of a run share one PostgreSQL.
  const own = { ...env, SONGREEL_TEST_RUN: String(process.pid) }
  // Code from the cache is counted less exactly.
  if (coverageFolder) return { ...own, NODE_V8_COVERAGE: coverageFolder }
  return { ...own, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tests') }
}
