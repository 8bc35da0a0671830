import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { drawExtended } from './extend-picture.ts'

test('a picture stays as it is and goes on beyond its edges in its own colours', () => {
  const picture = createCanvas(60, 60)
  const ctx = picture.getContext('2d')
  for (const [i, colour] of ['#2040a0', '#30a050', '#c03020'].entries()) {
    ctx.fillStyle = colour
    ctx.fillRect(0, i * 20, 60, 20)
  }
  const canvas = createCanvas(80, 120)
  const on = canvas.getContext('2d')
  on.translate(10, 10)
  drawExtended(
    on,
    picture,
    { x: 0, y: 20, width: 60, height: 60 },
    { x: -10, y: -10, width: 80, height: 120 },
  )
  const inside = on.getImageData(10, 30, 60, 60).data
  assert.deepEqual(inside, ctx.getImageData(0, 0, 60, 60).data)
  const colourAt = (x: number, y: number) => Array.from(on.getImageData(x, y, 1, 1).data)
  const near = (seen: number[], wanted: number[]) =>
    seen.every((value, i) => Math.abs(value - (wanted[i] ?? 0)) < 24)
  // Across the upper edge lies more of what lies above, below the lower edge more of what lies below.
  assert.ok(near(colourAt(40, 24), [0x20, 0x40, 0xa0, 255]), `${colourAt(40, 24)}`)
  assert.ok(near(colourAt(40, 96), [0xc0, 0x30, 0x20, 255]), `${colourAt(40, 96)}`)
  for (const [x, y] of [
    [0, 0],
    [79, 0],
    [0, 119],
    [79, 119],
  ] as const) {
    assert.equal(colourAt(x, y)[3], 255, 'opaque to its corners')
  }
})

test('a hairline along an edge is left out where the picture goes on', () => {
  const picture = createCanvas(500, 500)
  const ctx = picture.getContext('2d')
  ctx.fillStyle = '#203080'
  ctx.fillRect(0, 0, 500, 500)
  ctx.fillStyle = '#c020e0'
  ctx.fillRect(0, 498, 500, 2)
  const on = createCanvas(500, 700).getContext('2d')
  drawExtended(on, picture, { x: 0, y: 0, width: 500, height: 500 }, { x: 0, y: 0, width: 500, height: 700 })
  for (const y of [490, 499, 505, 600, 699]) {
    const [red = 0] = on.getImageData(250, y, 1, 1).data
    assert.ok(Math.abs(red - 0x20) < 8, `red is ${red} at ${y}`)
  }
})

test('a sky goes on mirrored: without a seam at its edge, and without columns above its clouds', () => {
  const picture = createCanvas(400, 400)
  const ctx = picture.getContext('2d')
  for (let y = 0; y < 400; y++) {
    const light = 200 - Math.min(40, 3 * y)
    ctx.fillStyle = `rgb(${light}, ${light}, ${light})`
    ctx.fillRect(0, y, 400, 1)
  }
  // A cloud that is no higher than the rim.
  ctx.fillStyle = '#9c9c9c'
  ctx.fillRect(150, 0, 100, 5)
  const on = createCanvas(400, 560).getContext('2d')
  const area = { x: 0, y: 0, width: 400, height: 560 }
  drawExtended(on, picture, { x: 0, y: 160, width: 400, height: 400 }, area, { isSky: true })
  const lightAt = (x: number, y: number) => on.getImageData(x, y, 1, 1).data[0]!
  const [above, below] = [lightAt(30, 158), lightAt(30, 161)]
  assert.ok(Math.abs(above - below) < 6, `a seam from ${above} to ${below}`)
  for (const y of [4, 40, 80])
    assert.ok(Math.abs(lightAt(200, y) - lightAt(30, y)) < 20, `a column at ${y}: ${lightAt(200, y)}`)
})

test('a thing near the upper edge is not seen once more in the sky above it', () => {
  const picture = createCanvas(400, 400)
  const ctx = picture.getContext('2d')
  ctx.fillStyle = '#14201c'
  ctx.fillRect(0, 0, 400, 400)
  ctx.fillStyle = '#f0f0e8'
  ctx.fillRect(60, 24, 200, 200)
  const on = createCanvas(400, 800).getContext('2d')
  const area = { x: 0, y: 0, width: 400, height: 800 }
  drawExtended(on, picture, { x: 0, y: 400, width: 400, height: 400 }, area, { isSky: true })
  for (let y = 0; y < 420; y += 10) {
    const [red = 0] = on.getImageData(160, y, 1, 1).data
    assert.ok(red < 0x30, `it is as light as ${red} at ${y}`)
  }
})

test('clouds at the edge are no columns far above it', () => {
  const side = 300
  const picture = createCanvas(side, side)
  const ctx = picture.getContext('2d')
  ctx.fillStyle = '#8ea6d0'
  ctx.fillRect(0, 0, side, side)
  ctx.fillStyle = '#d0dcf4'
  for (let x = 0; x < side; x += 60) ctx.fillRect(x, 0, 30, 40)
  const canvas = createCanvas(side, 2 * side)
  const on = canvas.getContext('2d')
  drawExtended(
    on,
    picture,
    { x: 0, y: side, width: side, height: side },
    { x: 0, y: 0, width: side, height: 2 * side },
  )
  // Away from the sides, where half a cloud lies.
  const greens = Array.from({ length: 180 }, (_, i) => on.getImageData(60 + i, 0.4 * side, 1, 1).data[1]!)
  const apart = Math.max(...greens) - Math.min(...greens)
  assert.ok(apart <= 6, `${apart} of 255 between columns`)
})
