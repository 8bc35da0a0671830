import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { startService } from '../../../testing/start-service.ts'
import { finishRender } from '../../batches/finish-render.ts'
import { newId } from '../new-id.ts'
import { insertOutput } from '../outputs.ts'
import {
  claimLastSegment,
  claimSegment,
  countMadeByHelpers,
  forgetClaims,
  LEADER,
  noteHelp,
  noteSegmentMade,
  releaseSegments,
  showHelper,
} from './segment-claims.ts'

const { services, client, orgId, addOrganization } = await startService({ after })
const { db } = services
const TOTAL = 4
const OF = { total: TOTAL, workKey: 'work', machine: 'linux-arm64-test' }
const LONG_AGO = new Date(Date.now() - 60_000)

let run: { orgId: string; renderId: string; fence: number }

/** A render that is being drawn. */
beforeEach(async () => {
  const { renders } = await client.batches.create({
    artist: { name: 'Odalys Wren' },
    media: { name: 'Tin Lanterns', audioUrl: 'https://cdn.example.com/song.mp3' },
    renders: [{ contentId: 'SNIPPET_WAVEFORM_CARD' }],
  } as never)
  run = { orgId, renderId: renders[0]!.renderId, fence: 7 }
  await db
    .updateTable('renders')
    .set({ status: 'RENDERING', fence: 7, started_at: new Date() })
    .where('render_id', '=', run.renderId)
    .execute()
})

const takeLast = (holder: string) => claimLastSegment(db, run, holder, OF)

test('a run takes segments from the first on, helpers from the last, and nobody takes one twice', async () => {
  assert.equal(await claimSegment(db, run, 0, LEADER), true)
  assert.deepEqual([await takeLast('helper-1'), await takeLast('helper-2')], [3, 2])
  assert.equal(await claimSegment(db, run, 2, LEADER), false)
  assert.equal(await claimSegment(db, run, 1, LEADER), true)
  assert.equal(await takeLast('helper-1'), undefined)
})

test('two helpers that ask at once get different segments', async () => {
  const got = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(takeLast))
  assert.deepEqual(got.filter((position) => position !== undefined).sort(), [0, 1, 2, 3])
})

test('what a lost helper had is free, what a living one has is not', async () => {
  assert.deepEqual([await takeLast('lost'), await takeLast('living')], [3, 2])
  await db.updateTable('segment_claims').set({ seen_at: LONG_AGO }).execute()
  assert.equal(await showHelper(db, run, 'living'), true)
  assert.equal(await claimSegment(db, run, 2, LEADER), false)
  assert.equal(await claimSegment(db, run, 3, LEADER), true)
  // The run itself is never lost: its next one has another fence.
  await db.updateTable('segment_claims').set({ seen_at: LONG_AGO }).where('holder', '=', LEADER).execute()
  assert.equal(await takeLast('helper'), 1)
})

test('what is given back is free at once, and what was made stays counted until the run takes it', async () => {
  assert.deepEqual([await takeLast('helper'), await takeLast('helper')], [3, 2])
  await noteSegmentMade(db, run, 3, 'helper')
  assert.equal(await countMadeByHelpers(db, run), 1)
  await releaseSegments(db, run, 'helper')
  assert.equal(await claimSegment(db, run, 2, LEADER), true)
  // It is made; a run that comes there finds it, or makes it if it was evicted.
  assert.equal(await claimSegment(db, run, 3, LEADER), true)
  assert.equal(await countMadeByHelpers(db, run), 0)
  await forgetClaims(db, run)
  assert.equal(await takeLast('helper'), 3)
})

test('nobody helps a run that no longer counts, or one of another organization', async () => {
  const stranger = { ...run, orgId: (await addOrganization()).orgId }
  const before = { ...run, fence: 6 }
  for (const other of [stranger, before]) {
    assert.equal(await claimLastSegment(db, other, 'helper', OF), undefined)
    assert.equal(await claimSegment(db, other, 0, LEADER), false)
    assert.equal(await showHelper(db, other, 'helper'), false)
  }
  await client.renders.cancel(run.renderId)
  assert.equal(await takeLast('helper'), undefined)
  assert.equal(await showHelper(db, run, 'helper'), false)
})

test('the processor time of helpers counts once, whether they end before the render or after it', async () => {
  await noteHelp(db, run, { jobId: `early ${run.renderId}`, cpuSecs: 3, segments: 2 })
  await noteHelp(db, { ...run, fence: 6 }, { jobId: `other ${run.renderId}`, cpuSecs: 100, segments: 2 })
  const outputId = newId('output')
  await insertOutput(db, {
    outputId,
    orgId,
    workKey: 'work',
    videoKey: `renders/${orgId}/x/7/video.mp4`,
    posterKey: null,
    contentType: 'video/mp4',
    bytes: 10,
    sha256: 'a'.repeat(64),
    durationSecs: 16,
    width: 16,
    height: 16,
    frames: 16,
    excerpt: { startSecs: 0, endSecs: 16 },
    checks: {},
    warnings: [],
    retentionDays: 1,
  })
  const segments = { total: TOTAL, kept: 0 }
  const madeFrom = { songs: [], templateVersion: 1, engineVersion: 1 }
  const outcome = { status: 'COMPLETED', outputId, excerpt: null, frames: 16, madeFrom } as const
  assert.equal(await finishRender(services, run, { ...outcome, drawn: { cpuSecs: 10, segments } }), true)
  const late = { jobId: `late ${run.renderId}`, cpuSecs: 4, segments: 1 }
  await noteHelp(db, run, late)
  await noteHelp(db, run, late)
  const row = await db
    .selectFrom('usage_entries')
    .select('cpu_secs')
    .where('render_id', '=', run.renderId)
    .executeTakeFirstOrThrow()
  assert.equal(row.cpu_secs, 17)
})
