import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** One import: the file, what it names, and, if that is a file of ours, which one (both from the root). */
export type Import = { from: string; line: number; specifier: string; to?: string }

const HOMES = ['packages', 'tools', 'bench']

/**
 * Statements stand at the start of a line, as the formatter writes them; `import('...')` stands anywhere, also as a type.
 * Types count like values: they tie two files together just as much.
 */
const IMPORTS = /^(?:import|export)\b(?:[^'";]*?\bfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm

/** Every import of every module below the root. */
export function readImports(root: string): Import[] {
  return HOMES.flatMap((home) => listModules(join(root, home))).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(IMPORTS)].map((found) => {
      const specifier = found[1] ?? found[2] ?? ''
      const to = findModule(root, file, specifier)
      const line = text.slice(0, found.index).split('\n').length
      return { from: relative(root, file), line, specifier, ...(to && { to }) }
    })
  })
}

/** A file of ours; texts that merely look like imports, in a test's program, name none. */
function findModule(root: string, file: string, specifier: string): string | undefined {
  if (!/^\..*\.tsx?$/.test(specifier)) return undefined
  const path = resolve(dirname(file), specifier)
  return existsSync(path) ? relative(root, path) : undefined
}

function listModules(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !IGNORED.test(name))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listModules(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

const IGNORED = /^(node_modules|dist|\..*)$|\.as\.ts$/
