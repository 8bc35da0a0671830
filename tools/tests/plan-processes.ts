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

const KINDS = ['alone', 'service', 'pure'] as const
type Kind = (typeof KINDS)[number]

/**
 * Sorts the files by what they may share a process with: first what runs alone, then services, then what is pure. What
 * took longest when it last ran comes first in each, so that no long file is left for the end.
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
  const wallSecs = (file: string) => measured[file]?.wallSecs ?? 0
  const plans = [...groups].map(([key, files]) => {
    const [kind, preload]: [Kind, string[]] = JSON.parse(key)
    const sorted = files.toSorted((a, b) => wallSecs(b) - wallSecs(a))
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

/** A package may bring what its tests need before anything else is loaded: `packages/x/testing/register-*.ts`. */
function listPreload(root: string, test: string): string[] {
  const [, home] = /^(packages\/[^/]+)\//.exec(test) ?? []
  return home ? globSync(`${home}/testing/register-*.ts`, { cwd: root }).sort() : []
}
