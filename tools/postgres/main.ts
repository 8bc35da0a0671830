import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres } from '@songreel/server/testing/start-installed-postgres.ts'
import { fetchPostgres } from './fetch-postgres.ts'

// npm run test:postgres -- 15 16 17: the tests that ask the database, on these versions. --fetch only fetches them; --files
// names other tests (a pattern).

/** Everything that holds SQL, or whose work is mostly done by it. */
const TESTS = 'packages/server/src/{store,queue,jobs,batches,metrics,catalogue,webhooks,tokens}/**/*.test.ts'
const ALSO = 'packages/server/src/http/routes/*.test.ts'
const ROOT = path.resolve(import.meta.dirname, '../..')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fetch: { type: 'boolean' }, files: { type: 'string', multiple: true } },
})
const majors = positionals.map(Number)
if (majors.length === 0 || majors.some((major) => !Number.isInteger(major))) {
  console.error('Name the versions: npm run test:postgres -- 15 16 17')
  process.exit(2)
}
for (const major of majors) {
  const programs = findPostgres(major) ?? (await fetchPostgres(major))
  console.log(`PostgreSQL ${major}: ${programs}`)
  if (!values.fetch && !runTests(programs)) process.exitCode = 1
}

function runTests(programs: string): boolean {
  const files = (values.files ?? [TESTS, ALSO]).flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort())
  const env = { ...process.env, SONGREEL_TEST_POSTGRES: programs }
  const args = [path.join(ROOT, 'tools/tests/main.ts'), 'all', ...files]
  return spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}
