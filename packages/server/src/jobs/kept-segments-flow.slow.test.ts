import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import type { Render } from '@songreel/contract'
import { runWorker } from '../../testing/run-worker.ts'
import { startFlow } from '../../testing/start-flow.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestSong } from '../../testing/test-song.ts'
import { waitFor } from '../../testing/wait-for.ts'

const SECS = 40
const SEGMENTS = SECS / 4
/** Enough that there is something to take, and something left to make. */
const SOME = 3

const database = await createTestDatabase({ after })
const { db, databaseUrl } = database
const flow = await startFlow({ after }, { database, hasWorker: false })
flow.services.address.settle(flow.url)
const { client, hosts, untilRender } = flow
const audioUrl = hosts.put('/long.wav', makeTestSong(SECS))
const artist = await client.artists.create({ name: 'Odalys Wren' })
const album = await client.mediaBundles.create({ name: 'Night', artistId: artist.artistId })
const { mediaId } = await client.media.create({
  name: 'Tin Lanterns',
  mediaBundleId: album.mediaBundleId,
  audioUrl,
})

const startWorker = (t: TestContext, settings: Record<string, string> = {}) =>
  runWorker(t, flow, databaseUrl, {
    words: ['--worker'],
    settings: { SONGREEL_CONCURRENCY: '1', ...settings },
  })

/** Orders a video of the whole song. */
async function order(customText: string, headers: Record<string, string> = {}): Promise<string> {
  const videoSettings = {
    outputQuality: 'HD',
    aspectRatio: '1x1',
    audioStartEndSecs: { start: 0, end: SECS },
  }
  const renders = [{ contentId: 'BASE_BASIC_UNIFIED', requiredData: { customText }, videoSettings }]
  const body = { mediaId, serviceParams: { seed: 7 }, renders }
  const { status, body: response } = await flow.api('POST', '/v1/batches', body, headers)
  assert.equal(status, 201, JSON.stringify(response))
  return response.data.renders[0].renderId
}

const findHash = ({ files }: Render) => files.find(({ kind }) => kind === 'VIDEO')?.sha256

/** The hash of the same video, made whole by one worker, without anything that was kept. */
async function makeWhole(customText: string): Promise<string | undefined> {
  const renderId = await order(customText, { 'Cache-Control': 'no-cache' })
  const whole = await untilRender(renderId, 'COMPLETED')
  assert.deepEqual(whole.segments, { total: SEGMENTS, kept: 0 })
  return findHash(whole)
}

/** The sound is kept, too, at a place after all segments. */
async function countKept(): Promise<number> {
  const kept = db.selectFrom('segment_uses').select('position').where('media_id', '=', mediaId)
  return (await kept.where('position', '<', SEGMENTS).execute()).length
}

async function untilSome(): Promise<void> {
  const before = await countKept()
  await waitFor('some segments are kept', async () => (await countKept()) >= before + SOME)
}

for (const [signal, settings] of [
  ['SIGKILL', {}],
  ['SIGTERM', { SONGREEL_STOP_GRACE_SECS: '0' }],
] as const)
  test(`a render whose worker gets ${signal} goes on from the segments that are stored, and has the same bytes`, async (t) => {
    const earlier = await countKept()
    const renderId = await order(signal)
    const first = startWorker(t, settings)
    await untilSome()
    first.kill(signal)
    await first.exit
    const stored = (await countKept()) - earlier
    assert.ok(stored >= SOME && stored < SEGMENTS, `${stored} are stored`)

    startWorker(t)
    const render = await untilRender(renderId, 'COMPLETED')
    assert.equal(render.attempt, 2)
    assert.deepEqual(render.segments, { total: SEGMENTS, kept: stored })
    assert.equal(await countKept(), earlier + SEGMENTS)
    assert.equal(findHash(render), await makeWhole(signal))
  })
