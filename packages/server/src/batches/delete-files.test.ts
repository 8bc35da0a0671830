import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { sweep } from '../jobs/janitor.ts'
import { newId } from '../store/new-id.ts'
import { holdOutput, insertOutput } from '../store/render-work.ts'
import { startService } from '../testing/start-service.ts'
import { claimRender } from './claim-render.ts'
import { deleteRenderFiles } from './delete-files.ts'
import { finishRender } from './finish-render.ts'

const { api, services, orgId } = await startService({ after })
const { db, storage } = services

async function claim() {
  await api('POST', '/v1/batches', {
    artist: { name: 'Nova Lane' },
    media: { name: 'Midnight Drive', audioUrl: 'https://cdn.example.com/song.mp3' },
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
    retentionDays: 30,
  })
  await finishRender(services, run, completed(outputId))
  return { renderId: run.renderId, outputId, videoKey }
}

const completed = (outputId: string) =>
  ({ status: 'COMPLETED', outputId, excerpt: null, frames: 15 }) as const

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
    assert.equal(await holdOutput(transaction, outputId), true)
    deleting = deleteRenderFiles(services, db, orgId, renderId)
    await new Promise((resolve) => setTimeout(resolve, 200))
    assert.equal(await finishRender(services, run, completed(outputId), transaction), true)
  })
  await deleting
  assert.equal(await storage.findSize(videoKey), 5)

  await deleteRenderFiles(services, db, orgId, run.renderId)
  assert.equal(await storage.findSize(videoKey), undefined)
  assert.equal(await db.transaction().execute((transaction) => holdOutput(transaction, outputId)), false)
})
