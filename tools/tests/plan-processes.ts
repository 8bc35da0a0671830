import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listReached, type ModuleGraph } from './module-graph.ts'

/** Test files that one process runs, one after the other, and the modules that it loads first. */
export type ProcessPlan = { files: string[]; preload: string[] }

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

/** Loading a service takes a second; loading a pure module takes next to nothing. */
const FILES_PER_PROCESS = { service: 8, pure: 30 }

/** Deals the files out to processes: first what runs alone, then services, then what is pure, so that the last ones are short. */
export function planProcesses(root: string, graph: ModuleGraph, tests: string[]): ProcessPlan[] {
  const groups = Map.groupBy(tests, (test) =>
    JSON.stringify([classify(root, graph, test), listPreload(root, test)]),
  )
  const plans = [...groups].flatMap(([key, files]) => {
    const [kind, preload]: [Kind, string[]] = JSON.parse(key)
    const size = kind === 'alone' ? 1 : FILES_PER_PROCESS[kind]
    return chunk(files, size).map((part) => ({ kind, files: part, preload }))
  })
  return KINDS.flatMap((kind) => plans.filter((plan) => plan.kind === kind))
}

const KINDS = ['alone', 'service', 'pure'] as const
type Kind = (typeof KINDS)[number]

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

/** Parts of about the same size, of which none is larger than `size`. */
function chunk<T>(items: T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) =>
    items.slice(Math.floor((index * items.length) / count), Math.floor(((index + 1) * items.length) / count)),
  )
}
