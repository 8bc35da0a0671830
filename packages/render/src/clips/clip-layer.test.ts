import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { clip, veil } from '@songreel/kit'
import { createScene, type SceneShare } from '@songreel/kit/drawing'
import type { ClipFile } from '@songreel/kit/input'
import {
  drawLayers,
  ground,
  type Shot,
  SMALL,
  shoot,
  uncovering,
  worst,
} from '@songreel/kit/testing/draw-layers.ts'
import { clipExamples, shadeFoot } from '../../testing/clip-examples.ts'
import { createTestFrames } from '../../testing/test-frames.ts'
import { writeTestVideo } from '../../testing/write-test-video.ts'
import { readClipFile } from '../probe/read-clip-file.ts'
import { CLIP_SUPPLIES } from './clip-supplies.ts'

const FRAMES = [0, 7, 31, 32, 59]
const FORM = { ...SMALL, ...CLIP_SUPPLIES }

let folder: string
let file: ClipFile
const straight: Record<string, Shot[]> = {}
const shares: Record<string, SceneShare> = {}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'songreel-clips-'))
  const path = join(folder, 'clip.mp4')
  await writeTestVideo({ file: path, format: 'MP4', frames: createTestFrames({ frameCount: 40, fps: 24 }) })
  file = await readClipFile(path)
  for (const [name, layers] of Object.entries(clipExamples(file))) {
    const scene = await createScene(layers, FORM)
    straight[name] = FRAMES.map((frame) => shoot(scene.draw(frame)))
    shares[name] = scene.share
    scene.close()
  }
})
after(() => rm(folder, { recursive: true, force: true }))

test('clips give equal bytes when frames are drawn out of order and twice', async () => {
  for (const [name, layers] of Object.entries(clipExamples(file))) {
    const scene = await createScene(layers, FORM)
    for (const index of [4, 1, 3, 3, 0, 2])
      assert.deepEqual(shoot(scene.draw(FRAMES[index]!)), straight[name]![index], `${name}, ${FRAMES[index]}`)
    scene.close()
  }
})

test('clips give equal bytes on another thread', async () => {
  const worker = new Worker(new URL('../../testing/draw-clips-in-thread.ts', import.meta.url), {
    workerData: { file, shares, frames: FRAMES.toReversed() },
  })
  const shots = await new Promise<Record<string, Shot[]>>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  for (const [name, wanted] of Object.entries(straight))
    assert.deepEqual(shots[name]!.toReversed(), wanted, name)
})

test('clips look the same whether hidden pixels are left out or not, and move', async () => {
  for (const [name, layers] of Object.entries(clipExamples(file))) {
    const [first, , later] = straight[name] as [Shot, Shot, Shot]
    assert.deepEqual(await drawLayers(layers.map(uncovering), FRAMES[2], FORM), later, name)
    assert.ok(worst(first.y, later.y) > 3, `${name} moves`)
  }
})

test('a veil that is drawn with its clip looks like one that lies above it', async () => {
  const moves = { zoom: 1.2, panX: 0.3 }
  for (const veiling of [
    { cells: 12, shade: shadeFoot },
    { cells: 12, shade: shadeFoot, opacity: 0.6, colour: '#2040a0' },
  ]) {
    const together = await drawLayers([clip(file, { ...moves, veil: veiling })], 7, FORM)
    const apart = await drawLayers([clip(file, moves), veil(veiling)], 7, FORM)
    const plain = await drawLayers([clip(file, moves)], 7, FORM)
    assert.ok(worst(plain.y, apart.y) > 20)
    for (const plane of ['y', 'u', 'v'] as const) assert.ok(worst(together[plane], apart[plane]) <= 1, plane)
  }
})

test('times and zooms that make no sense never break a clip', async () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e9, -1e9]) {
    const layer = clip(file, { time: () => value, zoom: () => value, panY: () => value })
    await drawLayers([ground('#204060'), layer], 0, FORM)
  }
})

test('a scene that is given no decoder says so', async () => {
  await assert.rejects(createScene([clip(file)], SMALL), { code: 'INTERNAL', message: /decodes clips/ })
})
