import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { runWorker } from '../../testing/run-worker.ts'
import { startFlow, TINY, unruly } from '../../testing/start-flow.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'

const CLI = fileURLToPath(new URL('../../../cli/bin/songreel.cjs', import.meta.url))

const database = await createTestDatabase({ after })
const { db, databaseUrl } = database
const flow = await startFlow({ after }, { database, hasWorker: false })
flow.services.address.settle(flow.url)
const { post, readRender, readBatch, listEvents, untilRender, hosts } = flow

const ONE = { contentId: 'BASE_ART_TRACK', videoSettings: TINY }
/** Takes longer to draw than any of these tests waits. */
const LONG = {
  contentId: 'BASE_ART_TRACK',
  videoSettings: { outputQuality: 'ULTRA', aspectRatio: '1x1', fps: 60 },
} as const

const run = (t: TestContext, words: string[], settings: Record<string, string> = {}, program?: string) =>
  runWorker(t, flow, databaseUrl, { words, settings, program })

const readStatuses = async (batchId: string) =>
  (await readBatch(batchId)).renders.map(({ status }) => status).sort()

const countJobs = async (name: string) => {
  const { rows } = await sql<{ state: string; retries: number }>`
    select state::text, retry_count::int as retries from pgboss.job
    where name = ${name} and state < 'completed'`.execute(db)
  return rows
}

test('a worker that is to make one video says that there is none, and ends with 0', async (t) => {
  const worker = run(t, ['--worker', '--once'])
  assert.equal(await worker.exit, 0, worker.log())
  assert.match(worker.log(), /"msg":"there is nothing to render: ending"/)
})

test('with --once one video is made, with its files and webhooks; the next worker makes the next', async (t) => {
  const { batchId } = await post({ renders: [ONE, { ...ONE, requiredData: { customText: 'two' } }] })
  const first = run(t, ['serve', '--worker', '--once'], {}, CLI)
  assert.equal(await first.exit, 0, first.log())
  assert.match(first.log(), /"end":"ended","msg":"one render is over: ending"/)
  const { renders } = await readBatch(batchId)
  const made = renders.filter(({ status }) => status === 'COMPLETED')
  assert.equal(made.length, 1)
  assert.deepEqual(
    listEvents(made[0]?.renderId ?? '').map(({ type }) => type),
    ['render.completed'],
  )

  const second = run(t, ['--worker', '--until-idle=0'])
  assert.equal(await second.exit, 0, second.log())
  assert.match(second.log(), /"idleSecs":0,"msg":"there is nothing to do: ending"/)
  assert.deepEqual(await readStatuses(batchId), ['COMPLETED', 'COMPLETED'])
  assert.deepEqual(
    listEvents(batchId).map(({ type }) => type),
    ['batch.completed'],
  )
})

test('an idle worker does not leave while it waits for the receiver of a webhook', async (t) => {
  const held: ServerResponse[] = []
  const webhookUrl = hosts.put('/slow-hook', (_, response) => void held.push(response))
  const { batchId } = await post({ renders: [ONE], webhookUrl })
  // Leaving with it in hand would put it back.
  const worker = run(t, ['--worker', '--until-idle=0'], { SONGREEL_STOP_GRACE_SECS: '0' })
  const readSeen = async () =>
    (await sql<{ at: Date }>`select seen_at as at from workers`.execute(db)).rows[0]?.at
  await waitFor('both events are being delivered', async () => held.length === 2)
  const seen = await readSeen()
  await waitFor('the worker shows itself again', async () => String(await readSeen()) !== String(seen))
  assert.equal(worker.hasEnded(), false)
  for (const response of held) response.writeHead(204).end()
  assert.equal(await worker.exit, 0, worker.log())
  const attempts: unknown[] = []
  for await (const delivery of flow.client.webhookDeliveries.list({ batchId }))
    attempts.push([delivery.status, delivery.attempts.length])
  assert.deepEqual(attempts, [
    ['DELIVERED', 1],
    ['DELIVERED', 1],
  ])
  assert.deepEqual(await readStatuses(batchId), ['COMPLETED'])
})

for (const [name, words, exitCode] of [
  ['that ends', ['--worker', '--until-idle'], 75],
  ['that makes one video', ['--worker', '--once'], 75],
  ['that goes on', ['--worker'], 0],
] as const)
  test(`a worker ${name} hands back what it cannot finish in the grace, and ends with ${exitCode}`, async (t) => {
    const held: ServerResponse[] = []
    const audioUrl = hosts.put(
      `/slow-${exitCode}-${words.length}.wav`,
      (_, response) => void held.push(response),
    )
    const { batchId, renderId } = await post({ renders: [LONG] })
    const worker = run(t, [...words], { SONGREEL_STOP_GRACE_SECS: '0', SONGREEL_CONCURRENCY: '1' })
    await untilRender(renderId, 'RENDERING')
    const other = await post({ renders: [ONE], media: { name: 'Brine', audioUrl } })
    await waitFor('a file is being fetched', async () => held.length > 0)
    worker.kill('SIGTERM')
    assert.equal(await worker.exit, exitCode, worker.log())
    assert.match(worker.log(), /"putBack":2,"msg":"unfinished work is back in the queue"/)
    const { errors, losses, status } = await db
      .selectFrom('renders')
      .select(['errors', 'losses', 'status'])
      .where('render_id', '=', renderId)
      .executeTakeFirstOrThrow()
    assert.deepEqual([status, errors, losses], ['PENDING', 0, 0])
    assert.deepEqual(await countJobs('collect-asset'), [{ state: 'created', retries: 0 }])
    for (const id of [batchId, other.batchId]) await flow.client.batches.cancel(id)
    await sql`delete from pgboss.job`.execute(db)
  })

test('a render that has to be tried again later ends a worker that makes one with 75', async (t) => {
  const { batchId, renderId } = await post({ renders: [unruly()] })
  const worker = run(t, ['--worker', '--once'])
  assert.equal(await worker.exit, 75, worker.log())
  assert.match(worker.log(), /"end":"returned","msg":"one render is over: ending"/)
  assert.match((await readRender(renderId)).waitingFor ?? '', /another try/)
  await flow.client.batches.cancel(batchId)
})

test('a render that fails for good is over, and the worker that made it ends with 0', async (t) => {
  const audioUrl = hosts.put('/no-song.wav', Buffer.from('no song at all'))
  const { renderId } = await post({ renders: [ONE], media: { name: 'Noise', audioUrl } })
  const worker = run(t, ['--worker', '--once'])
  assert.equal(await worker.exit, 0, worker.log())
  assert.equal((await readRender(renderId)).status, 'FAILED')
})

test('a worker whose render was given to another goes on with the next', async (t) => {
  const lost = await post({ renders: [LONG] })
  const worker = run(t, ['--worker', '--once'])
  await untilRender(lost.renderId, 'RENDERING')
  const next = await post({ renders: [ONE] })
  // What the queue and another worker do when this one was silent for too long.
  await sql`update pgboss.job set state = 'cancelled' where name = 'render-video' and state = 'active'`.execute(
    db,
  )
  await sql`update renders set fence = fence + 1 where render_id = ${lost.renderId}`.execute(db)
  assert.equal(await worker.exit, 0, worker.log())
  assert.equal((await readRender(next.renderId)).status, 'COMPLETED')
  assert.equal((await readRender(lost.renderId)).attempt, 1)
  await flow.client.batches.cancel(lost.batchId)
})

const WRONG: [
  name: string,
  words: string[],
  settings: Record<string, string>,
  exitCode: number,
  said: RegExp,
][] = [
  ['an unknown option', ['--wroker'], {}, 64, /Unknown option '--wroker'/],
  ['--once without --worker', ['--once'], {}, 64, /only a worker, and this one would be all/],
  ['a time that is none', ['--worker', '--until-idle=soon'], {}, 64, /--until-idle takes whole seconds/],
  ['both', ['--worker', '--until-idle', '--once'], {}, 64, /exclude each other/],
  [
    'wrong settings',
    ['--worker', '--once'],
    { SONGREEL_STOP_GRACE_SECS: '-1' },
    78,
    /SONGREEL_STOP_GRACE_SECS must/,
  ],
  ['no database', ['--worker', '--once'], { DATABASE_URL: '' }, 78, /DATABASE_URL is needed/],
  [
    'a database that is not there',
    ['--worker', '--once'],
    { DATABASE_URL: 'postgres://songreel@127.0.0.1:1/songreel' },
    1,
    /cannot be used: nothing listens there/,
  ],
  ['another secret', ['--worker', '--once'], { SONGREEL_SECRET: 'x'.repeat(40) }, 78, /secret/i],
]
for (const [name, words, settings, exitCode, said] of WRONG)
  test(`a worker ends with ${exitCode} for ${name}`, async (t) => {
    const worker = run(t, words, settings)
    assert.equal(await worker.exit, exitCode, worker.log())
    assert.match(worker.log(), said)
  })
