import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { LOSE_THE_RESPONSE, startLossyPostgres } from '../../testing/lossy-postgres.ts'
import { startFlow, unruly } from '../../testing/start-flow.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openDb } from '../store/db.ts'
import type { Database } from '../store/schema.ts'

// What a busy machine does to the steps of a worker: PostgreSQL ends a transaction that rests too long, an operator ends
// connections, or the response to a commit is lost. Every step is broken off once, and none of it costs an attempt.

const direct = await createTestDatabase({ after })
const databaseUrl = await startLossyPostgres({ after }, direct.databaseUrl)
const { kysely: db, read, close } = openDb({ databaseUrl, log: pino({ level: 'silent' }), poolSize: 4 })
const lossy = { databaseUrl, db, read }
const flow = await startFlow({ after }, { database: lossy, config: { renderAttempts: 2 } })
after(close)
const { post, readRender, untilRender, listEvents, hosts } = flow

type Step = { on: string; when?: string }

const STEPS: Record<string, Step> = {
  clock: { on: 'update on fair_clock' },
  claim: { on: 'update on renders', when: 'old.job_id is null and new.job_id is not null' },
  park: { on: 'update on renders', when: `new.ready_at = 'infinity' and old.ready_at < 'infinity'` },
  reserve: { on: 'insert on pending_files' },
  collect: { on: 'update on assets', when: `new.status = 'READY'` },
  wake: { on: 'update on renders', when: `old.ready_at = 'infinity' and new.ready_at < 'infinity'` },
  draw: { on: 'update on renders', when: `old.status = 'COLLECTING_ASSETS' and new.status = 'RENDERING'` },
  upload: { on: 'update on renders', when: `old.status = 'RENDERING' and new.status = 'UPLOADING'` },
  output: { on: 'insert on outputs' },
  finish: { on: 'update on renders', when: `new.status = 'COMPLETED'` },
  count: { on: 'update on batches', when: 'new.completed > old.completed' },
  event: { on: 'insert on webhook_events' },
  deliver: { on: 'update on webhook_deliveries', when: `new.status = 'DELIVERED'` },
}

const STEPS_OF_FAILURE: Record<string, Step> = {
  return: { on: 'update on renders', when: `old.status = 'RENDERING' and new.status = 'PENDING'` },
  fail: { on: 'update on renders', when: `new.status = 'FAILED'` },
}

/** How PostgreSQL breaks off what has just been written, once. */
const FAULTS = {
  'rests too long': `perform set_config('idle_in_transaction_session_timeout', '1', true)`,
  'is ended by an operator': 'perform pg_terminate_backend(pg_backend_pid())',
  'meets another': `raise exception 'could not serialize' using errcode = '40001'`,
  'is ended at its commit': 'perform pg_terminate_backend(pg_backend_pid())',
  'loses the response to its commit': `raise notice '${LOSE_THE_RESPONSE}'`,
}

/** Puts triggers in place that break each step off once; what counts them is not rolled back. */
async function plant(admin: Kysely<Database>, fault: keyof typeof FAULTS, steps: Record<string, Step>) {
  await uproot(admin)
  await sql`create schema faults`.execute(admin)
  const isDeferred = fault === 'is ended at its commit'
  for (const [name, { on, when }] of Object.entries(steps)) {
    await sql.raw(`create sequence faults.${name}`).execute(admin)
    await sql
      .raw(
        `create function faults.break_${name}() returns trigger language plpgsql as $$
         begin
           if nextval('faults.${name}') = 1 then ${FAULTS[fault]}; end if;
           return null;
         end $$`,
      )
      .execute(admin)
    const kind = isDeferred ? 'constraint trigger' : 'trigger'
    const deferred = isDeferred ? 'deferrable initially deferred' : ''
    await sql
      .raw(
        `create ${kind} faults_${name} after ${on} ${deferred} for each row when (${when ?? 'true'})
         execute function faults.break_${name}()`,
      )
      .execute(admin)
  }
}

/** One table at a time: a schema that takes all its triggers with it locks them all, and meets the workers crosswise. */
async function uproot(admin: Kysely<Database>) {
  const planted = await sql<{ name: string; table: string }>`
    select tgname as name, tgrelid::regclass::text as table from pg_trigger where tgname like 'faults\\_%'`.execute(
    admin,
  )
  for (const { name, table } of planted.rows) await sql.raw(`drop trigger ${name} on ${table}`).execute(admin)
  await sql`drop schema if exists faults cascade`.execute(admin)
}

async function listUnbroken(admin: Kysely<Database>, steps: Record<string, Step>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'faults' and last_value is null`.execute(
    admin,
  )
  return Object.keys(steps).filter((name) => rows.some((row) => row.name === name))
}

const readCounts = (renderId: string) =>
  direct.db
    .selectFrom('renders')
    .select(['attempt', 'errors', 'losses'])
    .where('render_id', '=', renderId)
    .executeTakeFirstOrThrow()

async function untilDelivered(renderId: string) {
  await waitFor('its end is delivered', async () => {
    const rows = await direct.db
      .selectFrom('webhook_deliveries')
      .innerJoin('webhook_events', 'webhook_events.event_id', 'webhook_deliveries.event_id')
      .select('webhook_deliveries.status')
      .where('render_id', '=', renderId)
      .execute()
    return rows.length === 1 && rows[0]?.status === 'DELIVERED'
  })
}

let songs = 0

for (const fault of Object.keys(FAULTS) as (keyof typeof FAULTS)[]) {
  test(`a video is made at the first attempt although each of its transactions ${fault}`, async () => {
    const song = await (await fetch(flow.songUrl)).arrayBuffer()
    const gate = Promise.withResolvers<void>()
    // A song of its own, which comes when the render is parked.
    const audioUrl = hosts.put(`/song-${++songs}.wav`, async (_, response) => {
      await gate.promise
      response.writeHead(200).end(new Uint8Array(song))
    })
    await plant(direct.db, fault, STEPS)
    const media = { name: 'Tin Lanterns', audioUrl }
    const { renderId } = await post({ artist: { name: 'Odalys Wren' }, media })
    await waitFor('it waits for its song', async () => (await readRender(renderId)).waitingFor)
    gate.resolve()
    await untilRender(renderId, 'COMPLETED')
    assert.deepEqual(await readCounts(renderId), { attempt: 1, errors: 0, losses: 0 })
    await untilDelivered(renderId)
    assert.equal(new Set(listEvents(renderId).map(({ id }) => id)).size, 1)
    assert.deepEqual(await listUnbroken(direct.db, STEPS), [], 'each step was broken off')
  })

  test(`a render fails after its attempts, and no sooner, although each of its transactions ${fault}`, async () => {
    await plant(direct.db, fault, STEPS_OF_FAILURE)
    const { renderId } = await post({ renders: [unruly({ trouble: 'EXIT' })] })
    const { error } = await waitFor('it fails', async () => {
      const render = await readRender(renderId)
      return render.status === 'FAILED' && render
    })
    assert.equal(error?.code, 'RENDER_CRASHED')
    assert.deepEqual(await readCounts(renderId), { attempt: 2, errors: 1, losses: 0 })
    await untilDelivered(renderId)
    assert.deepEqual(await listUnbroken(direct.db, STEPS_OF_FAILURE), [])
  })
}
