import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { type PostgresProcess, startPostgresProcess } from '../../testing/start-postgres-process.ts'
import { openDb } from '../store/db.ts'

const KILLS = 10
const SEED = 20261114

test('no acknowledged row is lost when service or PostgreSQL are killed at random moments', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'songreel-crash-'))
  const random = createRandom(SEED)
  let service = await startService(t, dataDir)
  const { databaseUrl = '' } = await service.said
  const writer = startWriter(databaseUrl)
  t.after(writer.end)
  const restartsMs: number[] = []

  for (let kill = 1; kill <= KILLS; kill++) {
    await writer.waitForRow()
    await sleep(random() * 300)
    const startedAt = performance.now()
    const victims = ['service', 'postgres', 'both'][Math.floor(random() * 3)]!
    const postmasterPid = readPostmasterPid(dataDir)!
    if (victims !== 'service') process.kill(postmasterPid, 'SIGKILL')
    if (victims !== 'postgres') {
      service.child.kill('SIGKILL')
      await service.stop()
      service = await startService(t, dataDir)
    }
    while (victims !== 'service' && [undefined, postmasterPid].includes(readPostmasterPid(dataDir)))
      await sleep(2)
    await writer.waitForRow()
    restartsMs.push(performance.now() - startedAt)
  }

  const { acknowledged, attempted, stored } = await writer.finish()
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  t.diagnostic(`${acknowledged.length} rows; restarts in ${restartsMs.map(Math.round).join(', ')} ms`)
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  )
  assert.ok([...stored].every((id) => id <= attempted))
})

test('a PostgreSQL that ends by itself is noticed, logged and started again', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'songreel-ended-'))
  const service = await startService(t, dataDir)
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const before = readPostmasterPid(dataDir)!

  process.kill(before, 'SIGINT')
  while (!service.readLog().includes('postgres is ready again')) await sleep(20)

  assert.match(service.readLog(), /postgres has ended by itself/)
  assert.notEqual(readPostmasterPid(dataDir), before)
})

async function startService(t: TestContext, dataDir: string): Promise<PostgresProcess> {
  const service = startPostgresProcess(t, dataDir)
  const { message } = await service.said
  assert.equal(message, undefined)
  return service
}

/** Writes row after row, and remembers which ones PostgreSQL has acknowledged. */
function startWriter(databaseUrl: string) {
  const { kysely, close } = openDb({ databaseUrl, log: pino({ level: 'silent' }), poolSize: 2 })
  const acknowledged: number[] = []
  let attempted = 0
  let isStopping = false

  async function write(): Promise<void> {
    await sql`create table acknowledged (id int primary key)`.execute(kysely)
    while (!isStopping) {
      attempted += 1
      const id = attempted
      const isDone = await sql`insert into acknowledged values (${id})`.execute(kysely).then(
        () => true,
        () => false,
      )
      if (isDone) acknowledged.push(id)
      else await sleep(20)
    }
  }

  const writing = write()
  return {
    /** Waits until another row is acknowledged that was begun after the call. */
    async waitForRow(): Promise<void> {
      const begun = attempted + 1
      while (!((acknowledged.at(-1) ?? 0) > begun)) await sleep(2)
    },
    /** Stops writing and reads what is stored. */
    async finish() {
      isStopping = true
      await writing
      const { rows } = await sql<{ id: number }>`select id from acknowledged`.execute(kysely)
      return { acknowledged, attempted, stored: new Set(rows.map((row) => row.id)) }
    },
    async end(): Promise<void> {
      isStopping = true
      await writing
      await close()
    },
  }
}

function readPostmasterPid(dataDir: string): number | undefined {
  try {
    return (
      Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10) || undefined
    )
  } catch {
    return undefined
  }
}

/** The same moments in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
