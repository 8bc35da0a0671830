import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const SOURCES = path.resolve(import.meta.dirname, '..')
const SQL = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|query)\(/
/** What reads or writes rows, as against a part of such a statement. */
const STATEMENT =
  /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bselectRenders\(|[`'\s(](select|insert into|update|delete from)\s/

/**
 * Statements that speak for the whole installation: they name no organization because they look after all of them, or
 * because what they are given belongs to one only (a token's hash, a signed link, the id in a job of ours).
 */
const OF_ALL_ORGANIZATIONS: Record<string, string[]> = {
  'assets.ts': ['findForWork'],
  'fair-tags.ts': ['advanceFairClock'],
  'copy/stored-files.ts': ['listNamedFiles'],
  // The name of the lock holds the organization's id.
  'idempotency-keys.ts': ['lockIdempotencyKey'],
  'imports.ts': ['lock'],
  'organizations.ts': ['findFirstOrganization'],
  'outputs.ts': ['retireExpiredOutputs'],
  'pending-files.ts': ['noteUnnamedFiles', 'forgetPendingFiles'],
  'renders/count-renders.ts': ['countWaitingRenders', 'countRunningRenders'],
  'segments/segment-limits.ts': ['forgetOldSegments', 'forgetUnplacedSegments'],
  'tokens.ts': ['selectByHash', 'rehash', 'mark', 'countOthers', 'findLiving', 'touch'],
  // All of a line belong to the organization of the token at its end.
  'token-line.ts': ['joinLine'],
  // With an organization its own rows, for the operator those of all.
  'workload.ts': ['listRunning', 'countByOrganization', 'countEnded', 'listFailures'],
  'webhook-deliveries.ts': ['findDeliveryWork', 'countPendingDeliveries'],
  'renders/render-rows.ts': ['findRenderFiles', 'selectRenders'],
}

/** Files about the installation itself, its connections, or the tools that statements are made with. */
const NOT_ABOUT_ORGANIZATIONS = [
  'assignments.ts',
  'copy/catalogue.ts',
  'copy/copy-tables.ts',
  'copy/hold-files.ts',
  'copy/read-layout.ts',
  'database-server.ts',
  'db.ts',
  'installation.ts',
  'migrate.ts',
  'purge.ts',
  'read-page.ts',
  'reader.ts',
  'rest-limit.ts',
  'statement.ts',
  'workers.ts',
]

test('SQL lives in store/ and queue/, and nowhere else', () => {
  const elsewhere = listSources().filter((file) => !/^(store|queue)\//.test(file))
  const found = elsewhere.filter((file) => SQL.test(readFileSync(path.join(SOURCES, file), 'utf8')))
  assert.deepEqual(found, [])
})

test('values of statements have names, not numbers', () => {
  const numbered = listStatements().filter(({ text }) => /\$\d/.test(withoutComments(text)))
  assert.deepEqual(
    numbered.map(({ file, name }) => `${file}: ${name}`),
    [],
  )
})

test('every statement names the organization it is for', () => {
  const found = listStatements()
    .filter(({ text }) => !text.includes('org_id'))
    .filter(({ file, name }) => !OF_ALL_ORGANIZATIONS[file]?.includes(name))
  assert.deepEqual(
    found.map(({ file, name }) => `${file}: ${name}`),
    [],
  )
})

test('what is listed as speaking for all organizations still does', () => {
  const statements = listStatements()
  const listed = Object.entries(OF_ALL_ORGANIZATIONS).flatMap(([file, names]) =>
    names.map((name) => ({ file, name })),
  )
  const gone = listed.filter(
    ({ file, name }) => !statements.some((each) => each.file === file && each.name === name),
  )
  assert.deepEqual(gone, [])
})

function listSources(): string[] {
  return globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
}

/** Everything in store/ that is written at the top of a file and holds SQL: functions and fixed statements. */
function listStatements(): { file: string; name: string; text: string }[] {
  const files = listSources()
    .filter((file) => file.startsWith('store/'))
    .map((file) => file.slice('store/'.length))
    .filter((file) => !NOT_ABOUT_ORGANIZATIONS.includes(file))
  return files.flatMap((file) => {
    const source = readFileSync(path.join(SOURCES, 'store', file), 'utf8')
    return source.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m).flatMap((text) => {
      const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(text)?.[1]
      return name && STATEMENT.test(withoutComments(text)) ? [{ file, name, text }] : []
    })
  })
}

function withoutComments(text: string): string {
  return text.replace(/\/\*\*[\s\S]*?\*\/|\/\/.*$/gm, '')
}
