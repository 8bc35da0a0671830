import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawLayers, ground, type Shot, SMALL, worst } from '../../testing/draw-layers.ts'
import { examplePicture } from '../../testing/layer-examples.ts'
import { paint } from './paint.ts'
import { sprite } from './sprite.ts'
import { type WarpNet, warp } from './warp.ts'

const { width, height } = SMALL.size
/** The painting is larger than the frame by this on every side. */
const MARGIN = 28
const box = { x: -MARGIN, y: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN }
const draw = (ctx: SKRSContext2D) => {
  const { image } = examplePicture()
  for (let x = 0; x < box.width; x += 40) {
    for (let y = 0; y < box.height; y += 40) ctx.drawImage(image, x, y, 40, 40)
  }
}
const painting = paint(box, draw)
const still = await drawLayers([sprite(painting)])

test('a picture at rest is exactly itself', async () => {
  assert.deepEqual(await drawLayers([warp(painting, { bend: () => {} })]), still)
})

test('a picture that moves as a whole is exactly itself, elsewhere', async () => {
  const move = { x: 6, y: -4 }
  const bent = await drawLayers([
    warp(painting, {
      bend: (net) => {
        net.moveX.fill(move.x)
        net.moveY.fill(move.y)
      },
    }),
  ])
  assert.deepEqual(bent, await drawLayers([sprite(painting, move)]))
})

// In large cells that hardly bend, many rows are drawn at once; in the others, few.
for (const cell of [16, 32]) {
  for (const [manner, strength] of [
    ['much', 1],
    ['little', 0.12],
  ] as const) {
    test(`every pixel shows the place between its nodes, in cells of ${cell} that bend ${manner}`, async () => {
      const bend = ({ x, y, moveX, moveY }: WarpNet) => {
        for (let i = 0; i < x.length; i++) {
          moveX[i] = strength * (5 * Math.sin(y[i]! / 23) + x[i]! / 21)
          moveY[i] = strength * (4 * Math.cos(x[i]! / 17) - y[i]! / 13)
        }
      }
      const smooth = paint(box, (ctx) => {
        const light = ctx.createRadialGradient(70, 60, 5, 70, 60, 140)
        light.addColorStop(0, '#f8e0b0')
        light.addColorStop(1, '#102040')
        ctx.fillStyle = light
        ctx.fillRect(0, 0, box.width, box.height)
      })
      const { y: seen } = await drawLayers([warp(smooth, { bend, cells: width / cell })])
      const whole = { size: { width: box.width, height: box.height }, fps: 30, frameCount: 1 }
      const all = await drawLayers([sprite(smooth, { x: MARGIN, y: MARGIN })], 0, whole)
      assert.ok(worst(seen, bendSlowly(all, bend, cell)) <= 2)
    })
  }
}

test('a net that fades shows what lies below, as much as each node says', async () => {
  const bend = ({ x, opacity }: WarpNet) => opacity.set(x.map((at) => at / 64))
  const { y } = await drawLayers([
    ground('#000000'),
    warp(
      paint(box, (ctx) => {
        ctx.fillStyle = '#ffffff'
        ctx.fillRect(0, 0, box.width, box.height)
      }),
      { bend, fades: true },
    ),
  ])
  for (const [at, share] of [
    [0, 0],
    [16, 0.25],
    [40, 0.625],
    [100, 1],
  ] as const) {
    assert.ok(Math.abs(y[40 * width + at]! - (16 + 219 * share)) <= 1.5, `column ${at}`)
  }
})

test('movements that make no sense break nothing', async () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1e9]) {
    const bend = ({ moveX, moveY, opacity }: WarpNet) => {
      for (const values of [moveX, moveY, opacity]) values.set(values.map((_, i) => (i % 2 ? value : 0)))
    }
    await drawLayers([warp(painting, { bend, fades: true })])
  }
})

/** The same, one pixel after the other and with exact numbers. */
function bendSlowly(all: Shot, bend: (net: WarpNet) => void, cell: number): Uint8Array {
  const columns = Math.ceil(width / cell) + 1
  const rows = Math.ceil(height / cell) + 1
  const numbers = (make: (i: number) => number) =>
    Float32Array.from({ length: columns * rows }, (_, i) => make(i))
  const net = {
    columns,
    rows,
    x: numbers((i) => (i % columns) * cell),
    y: numbers((i) => Math.floor(i / columns) * cell),
    moveX: numbers(() => 0),
    moveY: numbers(() => 0),
    opacity: numbers(() => 1),
  }
  bend(net)
  const look = (values: ArrayLike<number>, stride: number, x: number, y: number) => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const at = (dx: number, dy: number) => values[(top + dy) * stride + left + dx] ?? 0
    const across = (dy: number) => at(0, dy) + (at(1, dy) - at(0, dy)) * (x - left)
    return across(0) + (across(1) - across(0)) * (y - top)
  }
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const moved = [net.moveX, net.moveY].map((move) => look(move, columns, x / cell, y / cell))
    return Math.round(look(all.y, all.width, x + MARGIN - moved[0]!, y + MARGIN - moved[1]!))
  })
}
