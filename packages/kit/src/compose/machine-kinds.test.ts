import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { backdrop } from '../layers/backdrop.ts'
import { createScene } from './create-scene.ts'

// Recorded on arm64 and seen again on an emulated x64. Canvas 2D only fills rectangles here: this is about the kernels.
const RECORDED = ['f0e633b315f676db', 'c550779c290d1538']

test('x64 and arm64 compose the same bytes', async () => {
  const image = createCanvas(320, 320)
  const ctx = image.getContext('2d')
  ctx.fillStyle = '#204060'
  ctx.fillRect(0, 0, 320, 320)
  ctx.fillStyle = '#e0c040'
  ctx.fillRect(20, 30, 100, 90)
  const layer = backdrop(
    { image, width: 320, height: 320 },
    { zoom: ({ index }) => 1.02 + index * 0.003, brightness: 0.8 },
  )
  const scene = await createScene([layer], { size: { width: 180, height: 320 }, fps: 30, frameCount: 60 })
  const seen = [0, 9].map((index) => {
    const { y, u, v } = scene.draw(index)
    return createHash('sha256').update(y).update(u).update(v).digest('hex').slice(0, 16)
  })
  scene.close()
  assert.deepEqual(seen, RECORDED)
})
