import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkImports } from './check-imports.ts'
import { showArrows } from './describe-arrows.ts'
import { readImports } from './read-imports.ts'

// Part of npm run lint: who imports whom. With --write (npm run format) it shows the arrows in ARCHITECTURE.md.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = join(ROOT, 'ARCHITECTURE.md')

const page = readFileSync(PAGE, 'utf8')
const shown = showArrows(page)
if (process.argv.includes('--write')) writeFileSync(PAGE, shown)
const isStale = shown !== page && !process.argv.includes('--write')
const problems = [
  ...checkImports(readImports(ROOT)),
  ...(isStale ? ['ARCHITECTURE.md shows other arrows than tools/imports/arrows.ts; run npm run format'] : []),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
