import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { readImports } from '../imports/read-imports.ts'

/** What modules need, directly: files of ours (from the root) and the names of other modules. */
export type ModuleGraph = { files: Set<string>; edges: Map<string, Set<string>> }

/** Nothing in a module's text names what it finds by looking into a folder. */
const SCANS: { by: RegExp; finds: RegExp }[] = [
  {
    by: /^packages\/templates\/src\/load-templates\.ts$/,
    finds: /^packages\/templates\/src\/[^/]+\/template\.ts$/,
  },
  { by: /^packages\/dashboard\/testing\//, finds: /^packages\/dashboard\/src\// },
]

/** A program that is started, or a template that is loaded later, is named by its path. */
const NAMED_FILES = /'(\.{1,2}\/[^'\n]+\.tsx?)'/g

type Doors = { folder: string; name: string; exports: [string, string][]; imports: [string, string][] }[]

/** Reads which module needs which: imports, doors of our packages, and files that are named by path. */
export function readModuleGraph(root: string): ModuleGraph {
  const doors = readDoors(root)
  const files = new Set(
    globSync('{packages,tools,bench,eval}/**/*.{ts,tsx}', { cwd: root, exclude: isIgnored }),
  )
  const edges = new Map([...files].map((file) => [file, new Set<string>()]))
  for (const { from, specifier, to } of readImports(root)) {
    for (const target of to ? [to] : (findDoor(doors, from, specifier) ?? [specifier]))
      edges.get(from)?.add(target)
  }
  for (const file of files) {
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(NAMED_FILES)) {
      const named = relative(root, resolve(root, dirname(file), path))
      if (files.has(named)) edges.get(file)?.add(named)
    }
    for (const { finds } of SCANS.filter(({ by }) => by.test(file)))
      for (const found of files) if (finds.test(found)) edges.get(file)?.add(found)
  }
  return { files, edges }
}

/** Everything that this module needs, itself included, however far away. */
export function listReached({ edges }: ModuleGraph, file: string): Set<string> {
  const reached = new Set([file])
  for (const each of reached) for (const next of edges.get(each) ?? []) reached.add(next)
  return reached
}

function isIgnored(path: string): boolean {
  return /(^|\/)(node_modules|dist|\.[^/]+)$/.test(path)
}

function readDoors(root: string): Doors {
  return globSync('packages/*/package.json', { cwd: root }).map((path) => {
    const { name, exports = {}, imports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'))
    return { folder: dirname(path), name, exports: listTargets(exports), imports: listTargets(imports) }
  })
}

/** `{ "./a": "./src/a.ts", "#b": { node: "./c.ts", default: "./d.ts" } }` as pairs. */
function listTargets(map: Record<string, unknown>): [string, string][] {
  return Object.entries(map).flatMap(([door, target]) => {
    const targets = typeof target === 'string' ? [target] : Object.values(target as Record<string, string>)
    return targets.map((each): [string, string] => [door, each])
  })
}

/** The files behind the door of a package, or behind a package's own `#name`. */
function findDoor(doors: Doors, from: string, specifier: string): string[] | undefined {
  const home = specifier.startsWith('#')
    ? doors.find(({ folder }) => from.startsWith(`${folder}/`))
    : doors.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
  if (!home) return undefined
  const [pairs, wanted] = specifier.startsWith('#')
    ? [home.imports, specifier]
    : [home.exports, `.${specifier.slice(home.name.length)}`]
  return pairs.flatMap(([door, target]) => {
    const [before = '', after] = door.split('*')
    if (after === undefined) return door === wanted ? [join(home.folder, target)] : []
    if (!wanted.startsWith(before) || !wanted.endsWith(after)) return []
    const name = wanted.slice(before.length, wanted.length - after.length)
    return [join(home.folder, target.replace('*', name))]
  })
}
