import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, ground, type Shot, SMALL, worst } from '../../testing/draw-layers.ts'
import { glow } from './glow.ts'
import { paint } from './paint.ts'

const FORM = { size: { width: 400, height: 300 }, fps: 30, frameCount: 2 }
const square = paint({ x: 150, y: 100, width: 100, height: 100 }, (ctx) => ctx.fillRect(0, 0, 100, 100))

test('light is strongest in the middle and falls evenly to all sides', async () => {
  const shot = await drawLayers([glow(square.shape, { spread: 60 })], 0, FORM)
  const right = Array.from({ length: 12 }, (_, i) => mean(shot, 200 + i * 10, 150))
  for (let i = 1; i < 12; i++) assert.ok(right[i]! <= right[i - 1]! + 0.02, `step ${i}`)
  assert.ok(right[0]! > 150 && right.at(-1)! < 20)
  for (const distance of [40, 60, 80]) {
    const sides = [
      mean(shot, 200 + distance, 150),
      mean(shot, 200 - distance, 150),
      mean(shot, 200, 150 + distance),
      mean(shot, 200, 150 - distance),
    ]
    assert.ok(Math.max(...sides) - Math.min(...sides) < 3, `at ${distance}: ${sides}`)
  }
})

test('faint light is dithered, not banded', async () => {
  const shot = await drawLayers([glow(square.shape, { spread: 100, strength: 0.03 })], 0, FORM)
  const means = Array.from({ length: 20 }, (_, i) => mean(shot, 200 + i * 8, 150))
  const steps = means.slice(1).map((value, i) => means[i]! - value)
  assert.ok(Math.max(...steps) < 0.8, `largest step ${Math.max(...steps)}`)
  assert.ok(Math.min(...steps) > -0.05)
})

test('strength 0 changes nothing, and black makes a shadow', async () => {
  const grey = () => ground('#808080', FORM)
  const plain = await drawLayers([grey()], 0, FORM)
  const off = await drawLayers([grey(), glow(square.shape, { strength: () => 0 })], 0, FORM)
  assert.equal(worst(off.y, plain.y), 0)
  const shadow = await drawLayers([grey(), glow(square.shape, { colour: '#000000', strength: 0.6 })], 0, FORM)
  assert.ok(mean(shadow, 200, 150) < mean(plain, 200, 150) - 30)
  assert.ok(worst(shadow.u, plain.u) <= 1, 'grey stays grey')
})

test('light moves and grows with its shape', async () => {
  const shot = await drawLayers([glow(square.shape, { spread: 40, x: 60, y: -30, scale: 1.3 })], 0, FORM)
  const sums = { x: 0, y: 0, light: 0 }
  for (const [i, value] of shot.y.entries()) {
    sums.x += ((i % 400) + 0.5) * (value - 16)
    sums.y += (Math.floor(i / 400) + 0.5) * (value - 16)
    sums.light += value - 16
  }
  assert.ok(Math.abs(sums.x / sums.light - 260) < 0.5)
  assert.ok(Math.abs(sums.y / sums.light - 120) < 0.5)
})

test('light at the frame edge stays inside of it', async () => {
  const corner = paint({ x: -20, y: -20, width: 60, height: 60 }, (ctx) => ctx.fillRect(0, 0, 60, 60))
  const shot = await drawLayers([glow(corner.shape, { spread: 30 })])
  assert.ok(shot.y[0]! > 100)
  assert.equal(shot.y[SMALL.size.width - 1], 16)
})

/** The mean of 8 x 8 pixels. */
function mean({ y, width }: Shot, column: number, row: number): number {
  let sum = 0
  for (let j = -4; j < 4; j++) for (let i = -4; i < 4; i++) sum += y[(row + j) * width + column + i]!
  return sum / 64
}
