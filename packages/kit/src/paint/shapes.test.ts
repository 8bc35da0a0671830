import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { drawCard, drawCardShadow, fitInCircle, IN_CIRCLE_RADIUS, shadowReach } from './shapes.ts'

const BOX = { x: 60, y: 60, width: 80, height: 80 }

test('a card fills its box, has round corners and is cropped, not stretched', () => {
  const picture = createCanvas(200, 100)
  const paint = picture.getContext('2d')
  paint.fillStyle = '#f00'
  paint.fillRect(0, 0, 200, 100)
  paint.fillStyle = '#00f'
  paint.fillRect(50, 0, 100, 100)
  const ctx = createCanvas(200, 200).getContext('2d')
  drawCard(ctx, picture, BOX, 16)
  const at = (x: number, y: number) => [...ctx.getImageData(x, y, 1, 1).data]
  assert.deepEqual(at(100, 100), [0, 0, 255, 255])
  assert.deepEqual(at(66, 100), [0, 0, 255, 255])
  assert.equal(at(61, 61)[3], 0)
  assert.equal(at(58, 100)[3], 0)
})

test('a card without round corners fills its box up to them', () => {
  const picture = createCanvas(10, 10)
  picture.getContext('2d').fillRect(0, 0, 10, 10)
  const ctx = createCanvas(200, 200).getContext('2d')
  drawCard(ctx, picture, BOX, 0)
  assert.equal(ctx.getImageData(60, 60, 1, 1).data[3], 255)
  assert.equal(ctx.getImageData(139, 139, 1, 1).data[3], 255)
})

test('a shadow lies below the card, ends within its reach and leaves no card behind', () => {
  const shadow = { heightPx: 10 }
  const ctx = createCanvas(200, 200).getContext('2d')
  drawCardShadow(ctx, BOX, 16, shadow)
  const alpha = (x: number, y: number) => ctx.getImageData(x, y, 1, 1).data[3]!
  assert.ok(alpha(100, 145) > alpha(100, 55))
  assert.ok(alpha(100, 100) > 0 && alpha(100, 100) < 250)
  const { data } = ctx.getImageData(0, 0, 200, 200)
  const reach = shadowReach(shadow)
  for (let pixel = 0; pixel < 200 * 200; pixel++) {
    const x = pixel % 200
    const y = Math.floor(pixel / 200)
    const isNear = x >= 60 - reach && x < 140 + reach && y >= 60 - reach && y < 140 + reach
    if (!isNear) assert.ok(data[pixel * 4 + 3]! <= 1, `${x}, ${y}`)
  }
})

test('a box in a circle has its ratio, and its rounded corners touch the circle', () => {
  for (const ratio of [1, 16 / 9, 0.6]) {
    const { x, y, width, height } = fitInCircle(ratio, 100)
    assert.ok(Math.abs(width / height - ratio) < 1e-9)
    assert.ok(x === -width / 2 && y === -height / 2)
    const corner = IN_CIRCLE_RADIUS * Math.min(width, height)
    const reach = Math.hypot(width / 2 - corner, height / 2 - corner) + corner
    assert.ok(Math.abs(reach - 100) < 1e-9, `${reach}`)
  }
})
