import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, ground } from '../../testing/draw-layers.ts'
import { toYuv } from '../compose/colour.ts'
import { type Ridge, ridges } from './ridges.ts'

const FORM = { size: { width: 320, height: 180 }, fps: 30, frameCount: 2 }
const COLOURS = { base: '#203050', crest: '#203050', line: '#ffffff', fade: 0, thickness: 0, isOpen: false }

const drawRidges = (count: number, place: (ridge: Ridge, index: number) => void) =>
  drawLayers(
    [
      ground('#000000'),
      ridges({ count, points: 9, place: (ridge, index) => place(Object.assign(ridge, COLOURS), index) }),
    ],
    0,
    FORM,
  )

test('a ridge fills everything below its outline, in all planes, and nothing above', async () => {
  const shot = await drawRidges(1, ({ outline }) => outline.fill(100))
  const { y, u } = toYuv(COLOURS.base)
  for (const x of [0, 7, 160, 319]) {
    assert.equal(shot.y[98 * 320 + x], 16, `above, column ${x}`)
    assert.ok(Math.abs((shot.y[102 * 320 + x] ?? 0) - y) <= 1, `below, column ${x}`)
    assert.ok(Math.abs((shot.y[179 * 320 + x] ?? 0) - y) <= 1, `at the lower edge, column ${x}`)
    assert.ok(Math.abs((shot.u[80 * 160 + (x >> 1)] ?? 0) - u) <= 1, `colour, column ${x}`)
  }
})

test('a near ridge hides a far one, and an open one hides nothing', async () => {
  const place = (isOpen: boolean) => (ridge: Ridge, index: number) => {
    ridge.outline.fill(index === 0 ? 60 : 120)
    ridge.base = ridge.crest = index === 0 ? '#ffffff' : '#203050'
    ridge.isOpen = isOpen && index === 1
  }
  const hidden = await drawRidges(2, place(false))
  const open = await drawRidges(2, place(true))
  const at = (row: number) => row * 320 + 160
  assert.ok((hidden.y[at(90)] ?? 0) > 230 && (hidden.y[at(150)] ?? 0) < 80)
  assert.ok((open.y[at(90)] ?? 0) > 230 && (open.y[at(150)] ?? 0) > 230)
})

test('an outline passes smoothly between its points', async () => {
  const shot = await drawRidges(1, ({ outline }) => {
    for (const i of outline.keys()) outline[i] = i % 2 === 0 ? 60 : 120
  })
  const tops = Array.from({ length: 320 }, (_, x) => {
    for (let row = 0; row < 180; row++) if ((shot.y[row * 320 + x] ?? 0) > 24) return row
    return 180
  })
  for (let x = 1; x < 320; x++) assert.ok(Math.abs((tops[x] ?? 0) - (tops[x - 1] ?? 0)) <= 4, `column ${x}`)
  assert.ok(Math.max(...tops) - Math.min(...tops) > 15)
})
