import { globSync, readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Lines of code of a package, and how many of them ran. */
export type PackageCoverage = { name: string; lines: number; covered: number }

/** What V8 writes about one script: which stretches of it ran how often, outer ones first. */
type Script = {
  url: string
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]
}

/** The source, the first character of each line of code, and which of these have run. */
type Source = { text: string; lines: number[]; hasRun: Uint8Array }

/**
 * Adds up, per package, what V8 wrote for each process of a run. A line has run if its first character has; lines
 * without code (types, comments, brackets alone) do not count, and files that nobody loaded count as not run. JSX is
 * left out: what runs is not what is written.
 */
export function sumCoverage(root: string, folder: string): PackageCoverage[] {
  const sources = readSources(root)
  for (const name of readdirSync(folder)) {
    const { result }: { result: Script[] } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    for (const script of result) {
      const source = sources.get(script.url)
      if (source) markLines(source, script)
    }
  }
  const byPackage = Map.groupBy(sources, ([url]) => /\/packages\/([^/]+)\/src\//.exec(url)?.[1] ?? '')
  return [...byPackage].map(([name, files]) => ({
    name,
    lines: files.reduce((sum, [, { lines }]) => sum + lines.length, 0),
    covered: files.reduce((sum, [, { hasRun }]) => sum + hasRun.reduce((count, each) => count + each, 0), 0),
  }))
}

/** One line per package. */
export function describeCoverage(packages: PackageCoverage[]): string {
  const all = packages.reduce(
    (sum, { lines, covered }) => ({ name: 'all', lines: sum.lines + lines, covered: sum.covered + covered }),
    {
      name: 'all',
      lines: 0,
      covered: 0,
    },
  )
  const rows = [...packages, all].map(({ name, lines, covered }) => {
    const percent = lines > 0 ? (100 * covered) / lines : 100
    return `${name.padEnd(12)} ${percent.toFixed(1).padStart(5)} %  of ${String(lines).padStart(6)} lines`
  })
  return [
    '',
    'Lines of code that ran in these processes (renders run in processes that write nothing):',
    ...rows,
  ].join('\n')
}

function readSources(root: string): Map<string, Source> {
  const files = globSync('packages/*/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(test|as|d)\.ts$/.test(file),
  )
  return new Map(
    files.sort().map((file) => {
      const text = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'))
      const lines = findCodeLines(text)
      return [pathToFileURL(join(root, file)).href, { text, lines, hasRun: new Uint8Array(lines.length) }]
    }),
  )
}

/** Stripping leaves blanks where types were, so places stay the same. */
function findCodeLines(text: string): number[] {
  const isCode = /^[ \t]*(?!\/\/|\/\*|\*)\S*[\w'"`].*$/gm
  return [...text.matchAll(isCode)].map(({ 0: line, index }) => index + line.search(/\S/))
}

function markLines({ text, lines, hasRun }: Source, { functions }: Script): void {
  const ran = new Uint8Array(text.length + 1)
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges)
      ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  for (const [index, start] of lines.entries()) if (ran[start]) hasRun[index] = 1
}
