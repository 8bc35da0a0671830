import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Measurements } from './measurements.ts'
import { listReached, type ModuleGraph } from './module-graph.ts'

/** Test files that may share processes, the longest first, and the modules that such a process loads before them. */
export type ProcessPlan = { files: string[]; preload: string[]; filesPerProcess: number }

/**
 * What a test file must not do to the others in its process. Whatever else must run alone says so in a comment of its
 * own: `// Runs alone: it counts the threads of its process.`
 */
const ALONE = [
  /^\/\/ Runs alone: ./m,
  /\bprocess\.(chdir|exit|umask|setuid|setgid|seteuid|setegid)\(/,
  /\bprocess\.env(\.\w+|\[[^\]]+\])\s*=[^=]|\bdelete process\.env\b/,
  /\bglobalThis\.\w+\s*=[^=]|\.prototype\.\w+\s*=[^=]/,
  /\bmock\b/,
  /\bsetFlagsFromString\b|\bmemoryUsage\b|\b(threadC|c)puUsage\b/,
]

/** Loading a service takes two seconds, so few processes do it; what files leave behind in one must not grow without end. */
const FILES_PER_PROCESS = { alone: 1, service: 30, pure: 90 }

/** What makes videos, starts programs or hears songs; as long as nothing was measured, it tells which files take long. */
const EXPENSIVE =
  /\b(startFlow|renderVideo\w*|createTemplate|run(Cli|Hostile)|synthesiseSong|startPostgres\w*)\(/g
/** Less than nearly all of them take, so that what was measured long comes before. */
const GUESSED_SECS = 0.2

const KINDS = ['alone', 'service', 'pure'] as const
type Kind = (typeof KINDS)[number]

/**
 * Sorts the files by what they may share a process with: first what runs alone, then services, then what is pure. What
 * took longest when it last ran, or looks as if it would, comes first in each: no long file is left for the end.
 */
export function planProcesses(
  root: string,
  graph: ModuleGraph,
  tests: string[],
  measured: Measurements = {},
): ProcessPlan[] {
  const groups = Map.groupBy(tests, (test) =>
    JSON.stringify([classify(root, graph, test), listPreload(root, test)]),
  )
  const wallSecs = new Map(tests.map((test) => [test, measured[test]?.wallSecs ?? guessSecs(root, test)]))
  const plans = [...groups].map(([key, files]) => {
    const [kind, preload]: [Kind, string[]] = JSON.parse(key)
    const sorted = files.toSorted((a, b) => (wallSecs.get(b) ?? 0) - (wallSecs.get(a) ?? 0))
    return { kind, files: sorted, preload, filesPerProcess: FILES_PER_PROCESS[kind] }
  })
  return KINDS.flatMap((kind) => plans.filter((plan) => plan.kind === kind)).map(({ kind, ...plan }) => plan)
}

function classify(root: string, graph: ModuleGraph, test: string): Kind {
  const text = readFileSync(join(root, test), 'utf8')
  // What takes long gains nothing from sharing, and a process of its own tells its costs apart.
  if (/\.slow\.test\.tsx?$/.test(test) || ALONE.some((pattern) => pattern.test(text))) return 'alone'
  return listReached(graph, test).has('fastify') ? 'service' : 'pure'
}

function guessSecs(root: string, test: string): number {
  return GUESSED_SECS * (readFileSync(join(root, test), 'utf8').match(EXPENSIVE)?.length ?? 0)
}

/** A package may bring what its tests need before anything else is loaded: `packages/x/testing/register-*.ts`. */
function listPreload(root: string, test: string): string[] {
  const [, home] = /^(packages\/[^/]+)\//.exec(test) ?? []
  return home ? globSync(`${home}/testing/register-*.ts`, { cwd: root }).sort() : []
}
