import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import type { Render } from '@songreel/contract'
import { sql } from 'kysely'
import { type RanService, runWorker } from '../../testing/run-worker.ts'
import { startFlow, TINY } from '../../testing/start-flow.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { waitFor } from '../../testing/wait-for.ts'

/** Long enough on any machine that sharing it pays. */
const SECS = 120
const SEGMENTS = SECS / 4

const database = await createTestDatabase({ after })
const { db, databaseUrl } = database
const flow = await startFlow({ after }, { database, hasWorker: false })
flow.services.address.settle(flow.url)
const { client, hosts, readRender, untilRender } = flow
const artist = await client.artists.create({ name: 'Odalys Wren' })
const album = await client.mediaBundles.create({ name: 'Night', artistId: artist.artistId })
const { mediaId } = await client.media.create({
  name: 'Tin Lanterns',
  mediaBundleId: album.mediaBundleId,
  audioUrl: hosts.put('/long.wav', makeTestSong(SECS)),
})

const LONG = {
  outputQuality: 'HD',
  aspectRatio: '1x1',
  fps: 30,
  audioStartEndSecs: { start: 0, end: SECS },
}

const startWorker = (t: TestContext) =>
  runWorker(t, flow, databaseUrl, { words: ['--worker'], settings: { SONGREEL_CONCURRENCY: '1' } })

async function order(customText: string, videoSettings: object, headers = {}): Promise<string> {
  const renders = [{ contentId: 'BASE_BASIC_UNIFIED', requiredData: { customText }, videoSettings }]
  const body = { mediaId, serviceParams: { seed: 7 }, renders }
  const { status, body: response } = await flow.api('POST', '/v1/batches', body, headers)
  assert.equal(status, 201, JSON.stringify(response))
  return response.data.renders[0].renderId
}

const findHash = ({ files }: Render) => files.find(({ kind }) => kind === 'VIDEO')?.sha256

const countByHelpers = async (renderId: string) =>
  (
    await db
      .selectFrom('segment_claims')
      .select('is_made as isMade')
      .where('render_id', '=', renderId)
      .where('holder', '<>', 'LEADER')
      .execute()
  ).filter(({ isMade }) => isMade).length

/** One worker has the render, and the other helps it. */
async function startShared(t: TestContext, customText: string) {
  const renderId = await order(customText, LONG)
  // What a failed test leaves behind would be the next one's first work.
  t.after(() => client.renders.cancel(renderId).catch(() => {}))
  const leader = startWorker(t)
  await untilRender(renderId, 'RENDERING')
  const helper = startWorker(t)
  let percent = 0
  const find = async () => {
    percent = (await readRender(renderId)).progress
    return (await countByHelpers(renderId)) > 0
  }
  await waitFor('the helper has made a segment', find, { progress: () => percent })
  return { renderId, leader, helper }
}

const stop = async (...workers: RanService[]) => {
  for (const worker of workers) worker.kill('SIGKILL')
  await Promise.all(workers.map(({ exit }) => exit))
}

/** What is open of a render: helpers that wait or work. */
const countHelperJobs = async (renderId: string) => {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where name like 'draw-segments-%' and state < 'completed' and data->>'renderId' = ${renderId}
  `.execute(db)
  return rows.length
}

let whole: string | undefined

test('a render that two workers make has the bytes of one that one worker makes', async (t) => {
  const { renderId, leader, helper } = await startShared(t, 'together')
  const render = await untilRender(renderId, 'COMPLETED')
  assert.deepEqual([render.attempt, render.segments], [1, { total: SEGMENTS, kept: 0 }])
  const help = await waitFor('the help is noted', async () => {
    const rows = await db.selectFrom('render_helpers').selectAll().where('render_id', '=', renderId).execute()
    return rows.length > 0 && rows
  })
  const made = help.reduce((sum, { segments }) => sum + segments, 0)
  assert.ok(made > 0 && made < SEGMENTS, `helpers made ${made} of ${SEGMENTS}`)
  const spent = help.reduce((sum, { cpu_secs }) => sum + cpu_secs, 0)
  const { cpu_secs: cpuSecs } = await db
    .selectFrom('usage_entries')
    .select('cpu_secs')
    .where('render_id', '=', renderId)
    .executeTakeFirstOrThrow()
  assert.ok((cpuSecs ?? 0) > spent, `${cpuSecs} s in all, ${spent} s of helpers`)
  assert.equal(await countByHelpers(renderId), 0, 'nothing is left of the sharing')
  await stop(helper)

  const alone = await untilRender(await order('together', LONG, { 'Cache-Control': 'no-cache' }), 'COMPLETED')
  whole = findHash(alone)
  assert.equal(findHash(render), whole)
  await stop(leader)
})

test('a lost helper costs the segment in hand, and a render of its own comes before help', async (t) => {
  const { renderId, helper } = await startShared(t, 'alone')
  const short = await untilRender(await order('short', TINY), 'COMPLETED')
  assert.equal(
    (await readRender(renderId)).status,
    'RENDERING',
    'the short one did not wait for the long one',
  )
  assert.equal(short.attempt, 1)
  const before = await countByHelpers(renderId)
  let percent = 0
  const goOn = async () => {
    const { progress, status } = await readRender(renderId)
    percent = progress
    // On a busy machine the rest may be made before the helper is back.
    return (await countByHelpers(renderId)) > before || status === 'COMPLETED'
  }
  await waitFor('help goes on', goOn, { progress: () => percent })
  await stop(helper)
  const render = await untilRender(renderId, 'COMPLETED')
  assert.deepEqual([render.attempt, render.segments], [1, { total: SEGMENTS, kept: 0 }])
})

test('whoever helps with a render that is canceled stops', async (t) => {
  const { renderId } = await startShared(t, 'canceled')
  await client.renders.cancel(renderId)
  await waitFor('nobody helps', async () => (await countHelperJobs(renderId)) === 0)
  const next = await untilRender(await order('next', TINY), 'COMPLETED')
  assert.equal(next.attempt, 1)
})
