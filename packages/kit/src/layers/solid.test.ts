import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, ground, SMALL, shoot, worst } from '../../testing/draw-layers.ts'
import { createScene } from '../compose/create-scene.ts'
import { field } from './field.ts'
import { paint } from './paint.ts'
import { solid } from './solid.ts'
import { sprite } from './sprite.ts'

const BOX = { x: 50, y: 12, width: 48, height: 48 }
const plain = (colour: string, width: number) =>
  paint({ ...BOX, width }, (ctx) => {
    ctx.fillStyle = colour
    ctx.fillRect(0, 0, width, BOX.height)
  })
const front = paint(BOX, (ctx) => {
  ctx.fillStyle = '#d0a020'
  ctx.fillRect(0, 0, 48, 48)
  ctx.fillStyle = '#2030a0'
  ctx.fillRect(12, 8, 24, 16)
})
const none = paint({ ...BOX, height: 10 }, () => undefined)
const FACES = {
  FRONT: front,
  RIGHT: plain('#ffffff', 12),
  BACK: plain('#000000', 48),
  LEFT: plain('#808080', 12),
  under: { FRONT: none, RIGHT: none, BACK: none, LEFT: none },
}
const BRIGHT = { gain: 1, shine: 0, shineAt: 0, shineWidth: 1 }
const PROPS = { box: BOX, eyeY: 36, distancePx: 200, light: () => BRIGHT }

const below = ground('#406080')

test('without thickness and turn it is a sprite', async () => {
  const shot = await drawLayers([below, solid(FACES, { ...PROPS, thicknessPx: 0, turn: 0 })])
  const flat = await drawLayers([below, sprite(front)])
  assert.ok(worst(shot.y, flat.y) <= 2, 'luma')
  assert.ok(worst(shot.u, flat.u) <= 2, 'chroma')
})

test('as it turns, its right side comes, then its back, and a whole turn brings the front again', async () => {
  const middle = 36 * SMALL.size.width + 74
  const at = async (turn: number) =>
    (await drawLayers([below, solid(FACES, { ...PROPS, thicknessPx: 12, turn })])).y
  const [start, quarter, half, whole] = [await at(0), await at(90), await at(180), await at(360)]
  assert.equal(quarter[middle], 235)
  assert.equal(half[middle], 16)
  assert.ok(worst(start, whole) <= 1)
})

test('what comes nearer is higher', async () => {
  const { y } = await drawLayers([below, solid(FACES, { ...PROPS, thicknessPx: 4, turn: 40 })])
  const groundLuma = y[0]!
  const heightOf = (column: number) =>
    Array.from({ length: SMALL.size.height }, (_, row) => y[row * SMALL.size.width + column]!).filter(
      (luma) => Math.abs(luma - groundLuma) > 8,
    ).length
  assert.ok(heightOf(90) > heightOf(58) + 4, `${heightOf(58)} and ${heightOf(90)} rows`)
})

test('its colours end with it: no row of them is drawn twice above an edge that slants', async () => {
  const box = { x: 20.3, y: 22.4, width: 100, height: 40 }
  const { size } = SMALL
  const faces = { ...FACES, FRONT: paint({ ...box, x: 0, y: 0 }, (ctx) => ctx.fillRect(0, 0, 100, 40)) }
  for (const turn of [-14, -9, 11, 17]) {
    const light = () => BRIGHT
    const shown = solid(faces, { box, thicknessPx: 0, eyeY: 40, distancePx: 340, turn, light })
    const { v } = await drawLayers([ground('#f03040'), shown])
    const columns = size.width / 2
    for (let column = 16; column < 54; column++) {
      const rows = Array.from({ length: 20 }, (_, row) => v[row * columns + column]!)
      const between = rows.filter((value) => value > 136 && value < rows[0]! - 8)
      assert.ok(between.length <= 1, `${turn} degrees, column ${column}: ${rows.slice(6, 16)}`)
    }
  }
})

test('its light darkens a face and runs over it as a streak', async () => {
  const draw = (light: typeof BRIGHT) =>
    drawLayers([below, solid(FACES, { ...PROPS, thicknessPx: 0, turn: 0, light: () => light })])
  const row = 50 * SMALL.size.width
  const [plainly, dim, lit] = [
    await draw(BRIGHT),
    await draw({ ...BRIGHT, gain: 0.5 }),
    await draw({ gain: 1, shine: 40, shineAt: 0.25, shineWidth: 0.1 }),
  ]
  assert.ok(Math.abs(dim.y[row + 74]! - 16 - (plainly.y[row + 74]! - 16) / 2) <= 1)
  assert.ok(Math.abs(lit.y[row + 62]! - plainly.y[row + 62]! - 40) <= 3)
  assert.equal(lit.y[row + 90], plainly.y[row + 90])
})

test('what it covers is left out below it, and nothing of that is seen, in whatever order frames are drawn', async () => {
  const light = field({ cells: 8, shade: ({ rgb }, { index }) => rgb.fill(20 + 3 * index) })
  const faces = { ...FACES, under: { ...FACES.under, FRONT: plain('#304050', 48) } }
  const layers = [light, solid(faces, { ...PROPS, thicknessPx: 12, turn: ({ index }) => 7 * index })]
  const scene = await createScene(layers, SMALL)
  for (const index of [0, 1, 2, 30, 5, 6, 44, 0]) {
    assert.deepEqual(shoot(scene.draw(index)), await drawLayers(layers, index), `frame ${index}`)
  }
})
