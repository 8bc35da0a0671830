import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { paintCover } from '../../testing/paint-cover.ts'
import { findCompanions } from './companions.ts'

const SIDE = 320
const SKIN = '#d9a184'
const FACE = { x: 0.4, y: 0.2, width: 0.2, height: 0.25 }

test('people whose skin is seen beside a face are found, and reach no further than the picture', () => {
  const found = lookBeside((ctx) => {
    drawHead(ctx, 0.15, 0.33)
    drawHead(ctx, 0.96, 0.3)
  })
  assert.equal(found.length, 2, JSON.stringify(found))
  const [left, right] = found.toSorted((a, b) => a.x - b.x)
  assert.ok(left!.x < 0.1 && left!.x + left!.width > 0.2, JSON.stringify(left))
  assert.ok(right!.x > 0.8 && right!.x + right!.width <= 1, JSON.stringify(right))
})

test('neither hands below a face, nor a wall of its colour, nor a spot is a person', () => {
  for (const draw of [
    (ctx: SKRSContext2D) => drawHead(ctx, 0.2, 0.8),
    (ctx: SKRSContext2D) => ctx.fillRect(0.66 * SIDE, 0, 0.34 * SIDE, SIDE),
    (ctx: SKRSContext2D) => ctx.fillRect(0.1 * SIDE, 0.3 * SIDE, 0.04 * SIDE, 0.04 * SIDE),
  ])
    assert.deepEqual(lookBeside(draw), [])
})

test('where no face was found, nobody stands beside it', () => {
  const cover = paintCover(SIDE, (ctx) => drawHead(ctx, 0.5, 0.3))
  assert.deepEqual(findCompanions({ ...cover, salience: { ...cover.salience, faces: [] } }), [])
})

function lookBeside(draw: (ctx: SKRSContext2D) => void) {
  const cover = paintCover(SIDE, (ctx) => {
    ctx.fillStyle = SKIN
    drawHead(ctx, 0.5, 0.33)
    draw(ctx)
  })
  return findCompanions({ ...cover, salience: { ...cover.salience, faces: [FACE] } })
}

function drawHead(ctx: SKRSContext2D, x: number, y: number): void {
  ctx.fillStyle = SKIN
  ctx.beginPath()
  ctx.ellipse(x * SIDE, y * SIDE, 0.08 * SIDE, 0.11 * SIDE, 0, 0, 7)
  ctx.fill()
}
