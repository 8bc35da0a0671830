import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, type Shot } from '../../testing/draw-layers.ts'
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
