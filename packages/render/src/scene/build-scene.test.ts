import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { SceneShare } from '@songreel/kit/drawing'
import { type Shot, shoot, typical } from '@songreel/kit/testing/draw-layers.ts'
import { examplePlan } from '../../testing/example-plan.ts'
import { buildScene, type ScenePlan } from './build-scene.ts'

const FRAMES = [0, 8, 30, 31, 59]

let plan: ScenePlan
before(async () => {
  plan = await examplePlan()
})

test('a template, its data and its media become frames that do not depend on order', async () => {
  const scene = await buildScene(plan)
  const straight = FRAMES.map((frame) => shoot(scene.draw(frame)))
  const back = FRAMES.toReversed().map((frame) => shoot(scene.draw(frame)))
  assert.deepEqual(back.toReversed(), straight)
  assert.ok(typical(straight[0]!.y, straight[2]!.y) > 1, 'something moves')
})

test('two threads on shared memory draw the same frames as one', async () => {
  const scene = await buildScene(plan)
  const wanted = FRAMES.map((frame) => shoot(scene.draw(frame)))
  const threads = [FRAMES, FRAMES.toReversed()].map((frames) => drawInThread(scene.share, frames))
  const [first, second] = await Promise.all(threads)
  assert.deepEqual(first, wanted)
  assert.deepEqual(second!.toReversed(), wanted)
})

test('a thread that is given what was painted allocates little of its own', async () => {
  const large = await examplePlan({ size: { width: 720, height: 1280 } })
  const top = (share: SceneShare) => new Int32Array(share.memory.buffer, 65536, 1)[0]!
  const first = await buildScene(large)
  const painted = top(first.share)
  await buildScene(large, first.share)
  const ownBytes = top(first.share) - painted
  const frameBytes = (768 * 1280 * 3) / 2
  assert.ok(ownBytes < frameBytes + 2_500_000, `${ownBytes} bytes, of which ${frameBytes} are the frame`)
})

test('the watermark lies above everything, and only in its corner', async () => {
  const plain = shoot((await buildScene(plan)).draw(30))
  const marked = shoot((await buildScene({ ...plan, watermark: true })).draw(30))
  const changed = [...marked.y.keys()].filter((i) => marked.y[i] !== plain.y[i])
  assert.ok(changed.length > 100)
  for (const i of changed) assert.ok(i % 180 > 90 && i / 180 < 32, `pixel ${i % 180}, ${Math.floor(i / 180)}`)
})

test('every shape can be built, also a very small one', async () => {
  for (const size of [
    { width: 640, height: 360 },
    { width: 90, height: 90 },
    { width: 64, height: 192 },
    { width: 192, height: 64 },
  ]) {
    const scene = await buildScene(await examplePlan({ size }))
    const shot = shoot(scene.draw(20))
    assert.equal(shot.y.length, size.width * size.height)
  }
})

test('RGB of a frame is what its planes say', async () => {
  const scene = await buildScene(plan)
  const planes = scene.draw(12)
  const rgb = scene.readRgb()
  for (const [x, y] of [
    [11, 7],
    [90, 160],
    [179, 319],
  ] as const) {
    const luma = planes.y[y * planes.strideY + x]!
    const [r, g, b] = rgb.subarray((y * 180 + x) * 3, (y * 180 + x) * 3 + 3) as unknown as [
      number,
      number,
      number,
    ]
    const back = 16 + 0.182586 * r + 0.614231 * g + 0.062007 * b
    const isClipped = [r, g, b].some((value) => value === 0 || value === 255)
    assert.ok(isClipped || Math.abs(back - luma) < 1, `luma ${luma} came back as ${back}`)
  }
})

function drawInThread(share: SceneShare, frames: number[]): Promise<Shot[]> {
  const url = new URL('../../testing/scene-in-thread.ts', import.meta.url)
  const worker = new Worker(url, { workerData: { plan, share, frames } })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
