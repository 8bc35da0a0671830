import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { whyNoNamespaces } from '../../testing/namespaces.ts'
import { startPostgresProcess } from '../../testing/start-postgres-process.ts'

const RESTARTS = 4

const folder = mkdtempSync(join(tmpdir(), 'songreel-one-server-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const skip = whyNoNamespaces()

test('a PostgreSQL that outlived its service is not joined by a second one from another container', {
  skip,
}, async (t) => {
  const dataDir = join(folder, 'outlived')
  const first = startPostgresProcess(t, dataDir)
  const { databaseUrl = '', message } = await first.said
  assert.ok(databaseUrl, message)
  await run(databaseUrl, 'create table kept (id int primary key)')
  await run(databaseUrl, 'insert into kept select generate_series(1, 50)')
  await first.kill()
  const [postmaster] = listPostmasters(dataDir)
  t.after(() => listPostmasters(dataDir).forEach((pid) => void process.kill(pid, 'SIGQUIT')))

  const second = startPostgresProcess(t, dataDir, { inNamespaces: 'AS_FIRST' })

  const refusal = await second.said
  assert.equal(refusal.code, 'DATA_FOLDER_IN_USE', JSON.stringify(refusal))
  assert.match(
    refusal.message ?? '',
    /PostgreSQL is still running on the data folder .* in another container/,
  )
  assert.deepEqual(listPostmasters(dataDir), [postmaster])
  await run(databaseUrl, 'insert into kept select generate_series(51, 650)')

  const third = startPostgresProcess(t, dataDir)
  assert.equal((await third.said).databaseUrl, databaseUrl, 'beside it, it is taken over')
  assert.deepEqual(listPostmasters(dataDir), [postmaster])
  assert.deepEqual(await run(databaseUrl, 'select count(*)::int as rows from kept'), [{ rows: 650 }])
})

test('a PostgreSQL that outlived its service in a container is left alone from outside', {
  skip,
}, async (t) => {
  const dataDir = join(folder, 'outlived')
  const first = startPostgresProcess(t, dataDir, { inNamespaces: 'AS_SECOND' })
  const { databaseUrl = '', message } = await first.said
  assert.ok(databaseUrl, message)
  await first.kill()
  const session = new pg.Client(databaseUrl)
  session.on('error', () => {})
  await session.connect()
  const [postmaster] = listPostmasters(dataDir)

  const second = startPostgresProcess(t, dataDir)

  const refusal = await second.said
  assert.equal(refusal.code, 'DATA_FOLDER_IN_USE', JSON.stringify(refusal))
  assert.match(refusal.message ?? '', new RegExp(`in another container \\(pid ${postmaster} here\\)`))
  const { rows } = await session.query('select count(*)::int as rows from kept')
  assert.deepEqual(rows, [{ rows: 650 }], 'open sessions go on')
  await session.end()
})

test('of two that start at once in two containers, exactly one runs', { skip }, async (t) => {
  const dataDir = join(folder, 'at once')
  for (const round of ['on an empty folder', 'after all was killed', 'once more']) {
    const both = [1, 2].map(() => startPostgresProcess(t, dataDir, { inNamespaces: 'AS_FIRST' }))
    const said = await Promise.all(both.map((one) => one.said))

    assert.equal(said.filter((one) => one.databaseUrl).length, 1, `${round}: ${JSON.stringify(said)}`)
    assert.equal(said.filter((one) => one.code === 'DATA_FOLDER_IN_USE').length, 1, round)
    assert.equal(listPostmasters(dataDir).length, 1, round)
    await Promise.all(both.map((one) => one.kill()))
  }
})

test('after a container was killed every start succeeds, although process ids repeat', {
  skip,
}, async (t) => {
  const dataDir = join(folder, 'repeated')
  for (let start = 1; start <= RESTARTS; start++) {
    const service = startPostgresProcess(t, dataDir, { inNamespaces: 'AS_FIRST' })
    const { databaseUrl = '', message } = await service.said
    assert.ok(databaseUrl, `start ${start}: ${message}`)
    await run(databaseUrl, 'create table if not exists kept (id int primary key)')
    await run(databaseUrl, `insert into kept values (${start})`)
    assert.equal((await run(databaseUrl, 'select * from kept')).length, start)
    await service.kill()
  }
})

/** The server processes of a folder, in whatever namespace they are. */
function listPostmasters(dataDir: string): number[] {
  const cluster = join(dataDir, 'postgres/data')
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = pids.map(Number).filter((pid) => isPostmasterOf(pid, cluster))
  // A process that it has just forked looks like itself for a moment, and may have ended since.
  return found.filter((pid) => ![undefined, ...found].includes(readParent(pid)))
}

function readParent(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  try {
    const isServer = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bin/postgres\0-D\0')
    return isServer && isSameFolder(pid, cluster)
  } catch {
    return false
  }
}

function isSameFolder(pid: number, cluster: string): boolean {
  const [theirs, ours] = [`/proc/${pid}/cwd`, cluster].map((path) => statSync(path))
  return theirs?.dev === ours?.dev && theirs?.ino === ours?.ino
}

async function run(databaseUrl: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
