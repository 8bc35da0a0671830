import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { anUnrulyPlan } from '../../testing/plans.ts'
import { openFolderStore } from '../kept/folder-store.ts'
import { countSegmentsInChild, renderSegmentsInChild, renderVideoInChild } from './render-in-child.ts'

test('a video is put together from segments that another process made, and from what is missing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-segments-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  // Ten seconds: three segments, the last one short.
  const plan = anUnrulyPlan(folder, { excerpt: { startSecs: 0, endSecs: 10 }, fps: 15 })
  const openStore = () => openFolderStore(join(folder, 'kept'), { maxBytes: 1e9, workKey: 'work' })
  const asked: number[] = []
  const indexes = [2, 1]
  const next = async (total: number) => {
    asked.push(total)
    return indexes.shift()
  }

  const { total, made } = await renderSegmentsInChild(plan, { segments: openStore(), next })
  assert.deepEqual({ total, made, asked }, { total: 3, made: 2, asked: [3, 3, 3] })
  assert.deepEqual(await readdir(join(folder, 'out')), [])

  // Found by what they show: the count doesn't ask for what belongs to a work.
  assert.deepEqual(await countSegmentsInChild(plan, { segments: openStore() }), { total: 3, kept: 2 })
  assert.deepEqual(await readdir(join(folder, 'out')), [])

  const video = await renderVideoInChild(plan, { segments: openStore() })
  assert.deepEqual(video.segments, { total: 3, kept: 2 })
  assert.equal(video.sha256, (await renderVideoInChild(plan)).sha256)
})
