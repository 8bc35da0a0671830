import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers } from '../../testing/draw-layers.ts'
import { toYuv } from '../compose/colour.ts'
import { flow } from './flow.ts'

const FORM = { size: { width: 640, height: 360 }, fps: 30, frameCount: 2 }

/** Levels that rise from left to right. */
const drawSlope = (ramp: string[]) =>
  drawLayers(
    [
      flow({
        cells: 16,
        ramp,
        shade: ({ columns, levels }) => {
          for (const i of levels.keys()) levels[i] = (i % columns) / (columns - 1)
        },
      }),
    ],
    0,
    FORM,
  )

test('levels take the colours of the ramp, from its first to its last', async () => {
  const shot = await drawSlope(['#102040', '#e08040'])
  const [low, high] = [toYuv('#102040'), toYuv('#e08040')]
  // The dark end has grain.
  assert.ok(Math.abs((shot.y[180 * 640] ?? 0) - low.y) <= 6)
  assert.ok(Math.abs((shot.y[180 * 640 + 639] ?? 0) - high.y) <= 2)
  assert.ok(Math.abs((shot.v[90 * 320 + 319] ?? 0) - high.v) <= 2)
})

test('a step of the ramp is much narrower than a cell', async () => {
  const shot = await drawSlope([...Array(16).fill('#000000'), ...Array(16).fill('#ffffff')])
  const row = Array.from({ length: 640 }, (_, x) => shot.y[180 * 640 + x] ?? 0)
  const between = row.filter((luma) => luma > 40 && luma < 210).length
  assert.ok(between > 0 && between < 30, `the edge is ${between} pixels wide; a cell is 40`)
})
