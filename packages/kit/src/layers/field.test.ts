import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, ground, SMALL, typical, worst } from '../../testing/draw-layers.ts'
import { field } from './field.ts'
import { grain } from './grain.ts'

const FORM = { size: { width: 320, height: 180 }, fps: 30, frameCount: 60 }

test('a field of one colour is that colour, and a gradient of cells is smooth', async () => {
  const flat = await drawLayers([field({ shade: ({ rgb }) => rgb.fill(255) })], 0, FORM)
  assert.ok(worst(flat.y, new Uint8Array(flat.y.length).fill(235)) <= 1)
  const slope = await drawLayers(
    [
      field({
        cells: 16,
        shade: ({ columns, rows, rgb }) => {
          for (let i = 0; i < columns * rows; i++)
            rgb.fill(((i % columns) / (columns - 1)) * 255, i * 3, i * 3 + 3)
        },
      }),
    ],
    0,
    FORM,
  )
  // Its darker half has grain.
  for (let x = 160; x < 320; x++) {
    const step = slope.y[90 * 320 + x]! - slope.y[90 * 320 + x - 1]!
    assert.ok(step >= -1 && step <= 3, `column ${x} steps by ${step}`)
  }
  assert.ok(worst(slope.u, new Uint8Array(slope.u.length).fill(128)) <= 1, 'grey has no colour')
})

test('colours of cells come out as they are', async () => {
  const shot = await drawLayers(
    [
      field({
        shade: ({ rgb }) => {
          for (let i = 0; i < rgb.length; i += 3) rgb.set([200, 40, 90], i)
        },
      }),
    ],
    0,
    FORM,
  )
  assert.ok(Math.abs(shot.y[5000]! - 82.7) <= 1)
  assert.ok(Math.abs(shot.u[3000]! - 133.8) <= 1)
  assert.ok(Math.abs(shot.v[3000]! - 196.3) <= 1)
})

test('grain is as strong as asked, even in its mean, and stays for its time', async () => {
  const shot = await drawLayers([ground('#808080'), grain({ amount: 0.02, perSec: 10 })])
  const plain = await drawLayers([ground('#808080')])
  const differences = Array.from(shot.y, (value, i) => value - plain.y[i]!)
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
  const deviation = Math.sqrt(differences.reduce((sum, value) => sum + value * value, 0) / differences.length)
  assert.ok(Math.abs(mean) < 0.2, `mean ${mean}`)
  assert.ok(Math.abs(deviation - 0.02 * 219) < 0.5, `deviation ${deviation}`)
  assert.equal(worst(shot.u, plain.u), 0)
  const layers = () => [ground('#808080'), grain({ amount: 0.02, perSec: 10 })]
  assert.equal(worst((await drawLayers(layers(), 2)).y, shot.y), 0, 'the same within a tenth of a second')
  assert.ok(typical((await drawLayers(layers(), 3)).y, shot.y) > 2, 'new after it')
})

test('no amount of grain beyond five percent', async () => {
  const strong = await drawLayers([ground('#808080'), grain({ amount: 0.5 })])
  const most = await drawLayers([ground('#808080'), grain({ amount: 0.05 })])
  assert.deepEqual(strong, most)
  assert.equal(strong.y.length, SMALL.size.width * SMALL.size.height)
})
