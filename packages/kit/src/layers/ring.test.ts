import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, type Shot, SMALL, shoot } from '../../testing/draw-layers.ts'
import { createScene } from '../compose/create-scene.ts'
import { ring } from './ring.ts'

const CIRCLE = { x: 75, y: 43, radius: 18 }

test('bars stand on the circle and point outward as far as their level', async () => {
  const shot = await drawLayers([ring(CIRCLE, { levels: () => [1], count: 4, length: 16, width: 4 })])
  for (const [dx, dy] of [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const) {
    assert.ok(lightAt(shot, dx * 26, dy * 26) > 0.95, `middle of the bar towards ${dx}, ${dy}`)
    assert.ok(lightAt(shot, dx * 10, dy * 10) === 0, 'nothing inside of the circle')
    assert.ok(lightAt(shot, dx * 39, dy * 39) === 0, 'nothing beyond the length')
  }
  assert.equal(lightAt(shot, 20, 20), 0, 'nothing between bars')
})

test('a stroke covers the area of its capsule at any angle', async () => {
  for (const rotation of [0, 13, 45, 77, 90]) {
    const shot = await drawLayers([
      ring(CIRCLE, { levels: () => [1], count: 1, length: 20, width: 5, rotation: rotation + 90 }),
    ])
    const area = shot.y.reduce((sum, value) => sum + (value - 16) / 219, 0)
    const capsule = 20 * 5 + Math.PI * 2.5 ** 2
    assert.ok(Math.abs(area - capsule) < 2.5, `at ${rotation} degrees: ${area} instead of ${capsule}`)
  }
})

test('mirrored levels are alike on both sides, others run once around', async () => {
  const levels = () => [1, 0.5, 0]
  const mirrored = await drawLayers([ring(CIRCLE, { levels, count: 8, length: 20, width: 3 })])
  assert.ok(Math.abs(lightAt(mirrored, 26, 0) - lightAt(mirrored, -26, 0)) < 0.02)
  const around = await drawLayers([ring(CIRCLE, { levels, count: 8, length: 20, width: 3, mirrored: false })])
  assert.ok(lightAt(around, 26, 0) > lightAt(around, -26, 0) + 0.5)
})

test('a frame leaves nothing behind for the next one', async () => {
  const moving = {
    levels: ({ index }: { index: number }) => [1 - index / 60, 0.3],
    rotation: ({ index }: { index: number }) => 7 * index,
    scale: ({ index }: { index: number }) => 1 + index / 300,
  }
  const layers = [
    ring(CIRCLE, { ...moving, count: 12, length: 40, width: 3, colour: ['#ff2040', '#20ffc0'] }),
  ]
  const scene = await createScene(layers, SMALL)
  for (const index of [40, 0, 59, 1]) {
    const seen = shoot(scene.draw(index))
    const alone = await drawLayers(layers, index)
    for (const plane of ['y', 'u', 'v'] as const) assert.ok(Buffer.from(seen[plane]).equals(alone[plane]))
  }
})

test('at 2160 pixels bars stand where they do at 1080, in all of the frame, and leave nothing behind', async () => {
  const shootAt = async (side: number) => {
    const of1080 = side / 1080
    const circle = { x: 540 * of1080, y: 540 * of1080, radius: 420 * of1080 }
    const bars = { count: 8, length: 90 * of1080, width: 40 * of1080, rotation: 22.5 }
    const levels = ({ index }: { index: number }) => [1 - index / 2]
    const form = { size: { width: side, height: side }, fps: 30, frameCount: 2 }
    const scene = await createScene([ring(circle, { ...bars, levels })], form)
    const shots = [0, 1, 0].map((index) => shoot(scene.draw(index)))
    scene.close()
    return shots
  }
  const [small] = await shootAt(1080)
  const [large, , again] = await shootAt(2160)
  assert.ok(Buffer.from(large!.y).equals(again!.y), 'something of a longer bar, or of a shorter one, is left')
  for (let i = 0; i < 8; i++) {
    const angle = ((i + 0.5) * Math.PI) / 4
    const [x, y] = [540 + 460 * Math.sin(angle), 540 - 460 * Math.cos(angle)].map(Math.round) as [
      number,
      number,
    ]
    assert.ok(small!.y[y * 1080 + x]! > 230 && large!.y[2 * y * 2160 + 2 * x]! > 230, `bar ${i}`)
  }
  const lit = ({ y }: Shot) => y.reduce((sum, value) => sum + (value - 16) / 219, 0)
  assert.ok(Math.abs(lit(large!) / lit(small!) / 4 - 1) < 0.01, `${lit(large!)} of ${lit(small!)}`)
})

test('scale moves the circle, and silent bars are dots on it', async () => {
  const shot = await drawLayers([
    ring(CIRCLE, { levels: () => [0], count: 4, length: 9, width: 4, scale: () => 1.2 }),
  ])
  assert.ok(lightAt(shot, 21.6, 0) > 0.9)
  assert.equal(lightAt(shot, 17, 0), 0)
})

function lightAt({ y, width }: Shot, dx: number, dy: number): number {
  return (y[Math.floor(CIRCLE.y + dy) * width + Math.floor(CIRCLE.x + dx)]! - 16) / 219
}

test('bars stand on no more of the circle than its arc, wherever they have turned to', async () => {
  const bar = { levels: () => [1], count: 4, length: 16, width: 4, mirrored: false }
  for (const rotation of [0, 90, 180]) {
    const shot = await drawLayers([ring(CIRCLE, { ...bar, rotation, arc: 120 })])
    assert.ok(lightAt(shot, 0, -26) > 0.95)
    for (const [dx, dy] of [
      [26, 0],
      [0, 26],
      [-26, 0],
    ] as const)
      assert.equal(lightAt(shot, dx, dy), 0, `${rotation}: a bar towards ${dx}, ${dy}`)
  }
})
