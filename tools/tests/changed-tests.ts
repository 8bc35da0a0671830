import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listReached, type ModuleGraph } from './module-graph.ts'

/** What every test depends on. */
const EVERYTHING = /^(package(-lock)?\.json|tsconfig\.json|\.npmrc)$/

/** The files that differ from a commit, new ones included, from the root. */
export function listChanges(root: string, base: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const changed = git('diff', '--name-only', '--no-renames', base, '--')
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard')])].filter(Boolean)
}

/**
 * The tests that these files reach. A module reaches whoever imports it; any other file (SQL, a picture, a page) reaches
 * the modules that name it, or, if none does, all modules of its package.
 */
export function pickChangedTests(
  root: string,
  graph: ModuleGraph,
  tests: string[],
  changes: string[],
): string[] {
  if (changes.some((file) => EVERYTHING.test(file))) return tests
  const touched = new Set(changes.flatMap((file) => listTouched(root, graph, file)))
  return tests.filter((test) => [...listReached(graph, test)].some((file) => touched.has(file)))
}

function listTouched(root: string, { files }: ModuleGraph, change: string): string[] {
  // A module that is gone is still named by whoever imported it, if anyone does.
  if (/\.tsx?$/.test(change)) return [change]
  const naming = [...files].filter((file) =>
    readFileSync(join(root, file), 'utf8').includes(basename(change)),
  )
  if (naming.length > 0) return naming
  const [, home] = /^((?:packages|tools)\/[^/]+\/)/.exec(change) ?? []
  return home ? [...files].filter((file) => file.startsWith(home)) : []
}
