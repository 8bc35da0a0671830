import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import type { Render } from '@songreel/contract'
import { sql } from 'kysely'
import { startService } from '../../testing/start-service.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { sweep } from '../jobs/janitor.ts'
import { holdFiles } from '../store/copy/hold-files.ts'
import { newId } from '../store/new-id.ts'
import { findOutputOfWork, holdOutput, insertOutput } from '../store/outputs.ts'
import { claimRender } from './claim-render.ts'
import { deleteExpiredFiles, deleteRenderFiles } from './delete-files.ts'
import { finishRender } from './finish-render.ts'
import { retryRender } from './retry.ts'

const MADE_FROM = { songs: [], templateVersion: 1, engineVersion: 1 }

const database = await createTestDatabase({ after })
const { api, services, orgId } = await startService({ after }, { database })
const { db, storage } = services
const RETENTION_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

async function claim() {
  await api('POST', '/v1/batches', {
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  })
  return (await claimRender(db, { jobId: randomUUID(), orgId, tag: 1 }))!
}

async function completeOne() {
  const run = await claim()
  const outputId = newId('output')
  const videoKey = `renders/${orgId}/${run.renderId}/1/video.mp4`
  await storage.putStream(Readable.from([Buffer.from('video')]), () => videoKey, { maxBytes: 100 })
  await insertOutput(db, {
    outputId,
    orgId,
    workKey: outputId,
    videoKey,
    posterKey: null,
    contentType: 'video/mp4',
    bytes: 5,
    sha256: '0',
    durationSecs: 1,
    width: 360,
    height: 360,
    frames: 15,
    excerpt: { startSecs: 0, endSecs: 1 },
    checks: {},
    warnings: [],
    retentionDays: RETENTION_DAYS,
  })
  await finishRender(services, run, completed(outputId))
  return { renderId: run.renderId, outputId, videoKey }
}

const completed = (outputId: string) =>
  ({ status: 'COMPLETED', outputId, excerpt: null, frames: 15, madeFrom: MADE_FROM }) as const

const hold = (outputId: string) =>
  db.transaction().execute((transaction) => holdOutput(transaction, { orgId, outputId }, RETENTION_DAYS))

const expireIn = (outputId: string, ms: number) =>
  db
    .updateTable('outputs')
    .set({ expires_at: new Date(Date.now() + ms) })
    .where('output_id', '=', outputId)
    .execute()

/** Whole days from now, as the render's record says. */
async function daysLeft(renderId: string): Promise<number> {
  const { body } = await api('GET', `/v1/renders/${renderId}`)
  return Math.round((Date.parse(body.data.expiresAt) - Date.now()) / DAY_MS)
}

test('a render that is linked to a file has it for the full time, and so have those that share it', async () => {
  const { renderId, outputId, videoKey } = await completeOne()
  const run = await claim()
  await expireIn(outputId, 60_000)
  assert.equal(await daysLeft(renderId), 0)
  assert.equal((await findOutputOfWork(db, orgId, outputId))?.outputId, outputId)

  await db.transaction().execute(async (transaction) => {
    assert.equal(await holdOutput(transaction, { orgId, outputId }, RETENTION_DAYS), true)
    await finishRender(services, run, completed(outputId), transaction)
  })

  assert.deepEqual([await daysLeft(renderId), await daysLeft(run.renderId)], [RETENTION_DAYS, RETENTION_DAYS])
  await deleteRenderFiles(services, db, orgId, renderId)
  assert.equal(await storage.findSize(videoKey), 5)
  assert.equal(await daysLeft(run.renderId), RETENTION_DAYS)
})

test('linking never shortens the life of a file', async () => {
  const { renderId, outputId } = await completeOne()
  await expireIn(outputId, 100 * DAY_MS)
  assert.equal(await hold(outputId), true)
  assert.equal(await daysLeft(renderId), 100)
})

test('a file whose time is over stays when a render is linked to it before the sweep comes to it', async () => {
  const { outputId, videoKey } = await completeOne()
  await expireIn(outputId, -60_000)
  await db.transaction().execute(async (transaction) => {
    assert.equal(await holdOutput(transaction, { orgId, outputId }, RETENTION_DAYS), true)
    await deleteExpiredFiles(services)
  })
  await deleteExpiredFiles(services)
  assert.equal(await storage.findSize(videoKey), 5)
  assert.equal(await hold(outputId), true)
})

/** Until somebody in this database waits for a row that another holds. */
function untilBlocked(): Promise<unknown> {
  return waitFor('a statement waits for a lock', async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    return rows.length > 0
  })
}

test('a process that dies before it has deleted the files leaves them to the janitor', async () => {
  const { renderId, videoKey } = await completeOne()
  const dying = { ...services, storage: { ...storage, delete: () => Promise.reject(new Error('killed')) } }
  await assert.rejects(deleteRenderFiles(dying, db, orgId, renderId))
  assert.equal(await storage.findSize(videoKey), 5)

  await sweep(services, 0)

  assert.equal(await storage.findSize(videoKey), undefined)
})

test('files whose time is over are deleted too when the first try dies', async () => {
  const { outputId, videoKey } = await completeOne()
  await db
    .updateTable('outputs')
    .set({ expires_at: new Date(0) })
    .where('output_id', '=', outputId)
    .execute()
  const dying = { ...services, storage: { ...storage, delete: () => Promise.reject(new Error('killed')) } }
  await sweep(dying)
  assert.equal(await storage.findSize(videoKey), 5)

  await sweep(services, 0)

  assert.equal(await storage.findSize(videoKey), undefined)
})

test('a render that is being linked to files keeps them from being deleted', async () => {
  const { renderId, outputId, videoKey } = await completeOne()
  const run = await claim()
  let deleting = Promise.resolve()
  await db.transaction().execute(async (transaction) => {
    assert.equal(await holdOutput(transaction, { orgId, outputId }, RETENTION_DAYS), true)
    deleting = deleteRenderFiles(services, db, orgId, renderId)
    await untilBlocked()
    assert.equal(await finishRender(services, run, completed(outputId), transaction), true)
  })
  await deleting
  assert.equal(await storage.findSize(videoKey), 5)

  await deleteRenderFiles(services, db, orgId, run.renderId)
  assert.equal(await storage.findSize(videoKey), undefined)
  assert.equal(await hold(outputId), false)
})

test('a render that is tried again at this very moment loses no files to a deletion that came before', async () => {
  const run = await claim()
  await finishRender(services, run, { status: 'CANCELED' })
  let deleting = Promise.resolve()
  await db.transaction().execute(async (transaction) => {
    await retryRender(services, transaction, orgId, run.renderId)
    deleting = deleteRenderFiles(services, db, orgId, run.renderId)
    deleting.catch(() => {})
    await untilBlocked()
  })
  await assert.rejects(deleting, { code: 'CONFLICT', message: /is PENDING\. Cancel it first/ })

  const { renderId } = await completeOne()
  assert.equal(renderId, run.renderId)
  const render = await readRender(renderId)
  assert.deepEqual([render.status, render.filesDeletedAt], ['COMPLETED', undefined])
})

const pathOf = (url: string) => url.slice(new URL(url).origin.length)

async function readRender(renderId: string): Promise<Render> {
  return (await api('GET', `/v1/renders/${renderId}`)).body.data
}

test('a completed render tells until when its link opens and until when its file is kept', async () => {
  const { renderId, outputId } = await completeOne()
  const render = await readRender(renderId)
  const signedUntil = Number(new URL(render.renderUrl as string).searchParams.get('expires')) * 1000
  assert.equal(Date.parse(render.renderUrlExpiresAt as string), signedUntil)
  assert.ok(Date.parse(render.expiresAt as string) > signedUntil)

  // A link never outlives its file.
  const soon = new Date(Date.now() + 60_000)
  await db.updateTable('outputs').set({ expires_at: soon }).where('output_id', '=', outputId).execute()
  const { renderUrlExpiresAt, expiresAt } = await readRender(renderId)
  assert.deepEqual([renderUrlExpiresAt, expiresAt], [soon.toISOString(), soon.toISOString()])
})

test('a render whose files were deleted says so, in its record, at its link and in the archive', async () => {
  const { renderId } = await completeOne()
  const { renderUrl, batchId } = await readRender(renderId)
  assert.equal((await api('GET', pathOf(renderUrl as string))).status, 200)

  const { body } = await api('DELETE', `/v1/renders/${renderId}`)
  const [inBatch] = (await api('GET', `/v1/batches/${batchId}`)).body.data.renders
  for (const render of [body.data, inBatch, await readRender(renderId)]) {
    assert.equal(render.status, 'COMPLETED')
    assert.ok(Date.parse(render.filesDeletedAt) <= Date.now())
    for (const field of ['renderUrl', 'renderUrlExpiresAt', 'posterUrl', 'expiresAt'])
      assert.ok(!(field in render), field)
  }
  assert.deepEqual(body.data.files, [])
  const link = await api('GET', pathOf(renderUrl as string))
  assert.equal(link.body.error.code, 'OUTPUT_EXPIRED')
  assert.match(link.body.message, /was deleted at 2/)
  const archive = await api('GET', `/v1/batches/${batchId}/archive`)
  assert.equal(archive.body.error.code, 'OUTPUT_EXPIRED')
})

test('a render whose time is over says so too', async () => {
  const { renderId, outputId } = await completeOne()
  const { renderUrl } = await readRender(renderId)
  await db
    .updateTable('outputs')
    .set({ expires_at: new Date(0) })
    .where('output_id', '=', outputId)
    .execute()
  await deleteExpiredFiles(services)

  const render = await readRender(renderId)
  assert.ok(render.filesDeletedAt)
  assert.equal(render.renderUrl, undefined)
  const link = await api('GET', pathOf(renderUrl as string))
  assert.equal(link.status, 410)
  assert.match(link.body.message, /has expired/)
})

test('a render that is tried again after its files were deleted shows its new ones', async () => {
  const run = await claim()
  await finishRender(services, run, { status: 'CANCELED' })
  await api('DELETE', `/v1/renders/${run.renderId}`)
  assert.equal((await api('POST', `/v1/renders/${run.renderId}/retry`)).status, 200)
  // The oldest that waits is claimed first, so this is the one that is tried again.
  const { renderId } = await completeOne()

  const render = await readRender(renderId)
  assert.equal(renderId, run.renderId)
  assert.deepEqual([render.status, render.filesDeletedAt], ['COMPLETED', undefined])
  assert.ok(render.renderUrl)
})

test('while a backup holds the files none is deleted; afterwards the janitor does it', async () => {
  const [one, other] = [await completeOne(), await completeOne()]
  const held = await holdFiles(database.databaseUrl)
  assert.equal(await holdFiles(database.databaseUrl), undefined, 'one backup at a time')
  await deleteRenderFiles(services, db, orgId, one.renderId)
  await expireIn(other.outputId, -60_000)
  await sweep(services, 0)
  for (const { videoKey } of [one, other]) assert.equal(await storage.findSize(videoKey), 5)
  assert.equal((await api('GET', `/v1/renders/${one.renderId}`)).body.data.renderUrl, undefined)
  await held?.confirm()
  await held?.release()

  await sweep(services, 0)

  for (const { videoKey } of [one, other]) assert.equal(await storage.findSize(videoKey), undefined)
})
