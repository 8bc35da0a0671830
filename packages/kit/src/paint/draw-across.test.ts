import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { paintCover } from '../../testing/paint-cover.ts'
import { hexToOklch, toHex } from './colour.ts'
import { drawAcross } from './draw-across.ts'

const SIDE = 240
const AREA = { x: 0, y: 0, width: 640, height: 240 }

test('a busy cover in a wide area melts sideways: no hard edge, no streak, and the distance at the end', () => {
  const ctx = createCanvas(AREA.width, AREA.height).getContext('2d')
  drawAcross(ctx, paintBusyCover(), {
    place: { x: 400, y: 0, width: SIDE, height: SIDE },
    area: AREA,
    distance: grey,
  })
  const toneAt = (x: number, y: number) => {
    const [red, green, blue, alpha] = ctx.getImageData(x, y, 1, 1).data
    assert.equal(alpha, 255, `nothing at ${x}, ${y}`)
    return hexToOklch(toHex([red!, green!, blue!])).lightness
  }
  for (const y of [6, 60, 128, 233])
    for (let x = 8; x < 400; x += 4) {
      const step = Math.abs(toneAt(x, y) - toneAt(x - 4, y))
      assert.ok(step < 0.06, `a step of ${step} at ${x}, ${y}`)
    }
  for (let y = 8; y < AREA.height; y += 4)
    assert.ok(Math.abs(toneAt(60, y) - toneAt(60, y - 4)) < 0.02, `a streak at ${y}`)
  assert.ok(toneAt(500, 6) > 0.85, 'the picture itself is as it was')
})

test('nothing is painted outside of the area, however little of it is missing at a side', () => {
  const ctx = createCanvas(400, 320).getContext('2d')
  const area = { x: 80, y: 40, width: 260, height: SIDE }
  drawAcross(ctx, paintBusyCover(), { place: { ...area, x: 90, width: SIDE }, area, distance: grey })
  const alphaAt = (x: number, y: number) => ctx.getImageData(x, y, 1, 1).data[3]
  for (let y = 0; y < 320; y += 4)
    for (let x = 0; x < 400; x += 4) {
      const isInside = x >= 80 && x < 340 && y >= 40 && y < 280
      assert.equal(alphaAt(x, y), isInside ? 255 : 0, `at ${x}, ${y}`)
    }
})

function paintBusyCover() {
  return paintCover(SIDE, (ctx) => {
    ctx.fillStyle = '#20304a'
    ctx.fillRect(0, 0, SIDE, SIDE)
    ctx.fillStyle = '#e8e2d0'
    for (let i = 0; i < 100; i++) ctx.fillRect((i % 10) * 24, Math.floor(i / 10) * 24, 12, 12)
  })
}

function grey(lightness: number): string {
  return toHex([255 * lightness, 255 * lightness, 255 * lightness])
}
