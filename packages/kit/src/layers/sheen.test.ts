import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawLayers, ground, type Shot, SMALL } from '../../testing/draw-layers.ts'
import { type SheenCells, sheen } from './sheen.ts'

const DISC = { x: 75, y: 43, radius: 38, holeRadius: 10 }
const GROUND = 50

const levelAt = ({ y, width }: Shot, dx: number, dy: number) =>
  (y[Math.floor(DISC.y + dy) * width + Math.floor(DISC.x + dx)] ?? 0) - GROUND

async function shine(shade: (cells: SheenCells) => void, shiftX = 0): Promise<Shot> {
  return drawLayers([grey(), sheen({ disc: DISC, shade, x: shiftX })])
}

/** A ground of exactly this luma. */
function grey() {
  const value = Math.round(((GROUND - 16) / 219) * 255)
  return ground(`rgb(${value}, ${value}, ${value})`)
}

test('light falls on the disc, and neither into its hole nor beside it', async () => {
  const shot = await shine(({ light }) => light.fill(80))
  for (const [dx, dy] of [
    [25, 0],
    [0, -25],
    [-25, 0],
    [17, 17],
  ] as const) {
    assert.ok(Math.abs(levelAt(shot, dx, dy) - 80) <= 2, `${dx}, ${dy}: ${levelAt(shot, dx, dy)}`)
  }
  assert.ok(Math.abs(levelAt(shot, 0, 0)) <= 1)
  assert.ok(Math.abs(levelAt(shot, 42, 0)) <= 1)
})

test('cells run clockwise from the right, ring by ring from the inside', async () => {
  const shot = await shine(({ rings, spokes, light }) => {
    for (let ring = rings / 2; ring < rings; ring++)
      light.fill(90, ring * spokes + spokes / 8, ring * spokes + (3 * spokes) / 8)
  })
  assert.ok(levelAt(shot, 0, 33) > 80, 'below, near the rim')
  assert.ok(levelAt(shot, 0, 15) < 5, 'below, near the hole')
  assert.ok(levelAt(shot, 0, -33) < 5, 'above')
})

test('light that differs from ring to ring runs smoothly in all directions, without blocks or specks', async () => {
  const shade = ({ rings, spokes, light }: SheenCells) => {
    for (let ring = 0; ring < rings; ring++)
      light.fill(ring % 2 === 0 ? 0 : 120, ring * spokes, (ring + 1) * spokes)
  }
  const shot = await drawLayers([grey(), sheen({ disc: DISC, shade, rings: 4 })])
  // Seven pixels from one ring's middle to the next: 17 levels a pixel, and the pixel's own width.
  const most = 40
  for (const [name, dx, dy] of [
    ['to the right', 1, 0],
    ['to the left', -1, 0],
    ['down', 0, 1],
    ['aslant', 0.7, 0.7],
  ] as const)
    for (let at = 14; at < 34; at++) {
      const steps = [at, at + 1].map((distance) => levelAt(shot, distance * dx, distance * dy))
      assert.ok(Math.abs(steps[0]! - steps[1]!) <= most, `${name}, ${at}: ${steps}`)
    }
  for (let dx = 14; dx < 34; dx++)
    assert.ok(Math.abs(levelAt(shot, dx, 0) - levelAt(shot, dx, 1)) <= 12, `beside each other at ${dx}`)
})

test('it stays inside of the frame and never leaves the range of luma', async () => {
  const shot = await shine(({ light }) => light.fill(255), 60)
  assert.equal(Math.max(...shot.y), 235)
  assert.equal(shot.y[43 * SMALL.size.width + 3], shot.y[0], 'nothing runs over to the next row')
})
