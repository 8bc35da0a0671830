import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { chance } from './chance.ts'
import { findLettering, measureLettering } from './find-lettering.ts'

const SIDE = 400

function pictureOf(draw: (ctx: SKRSContext2D) => void) {
  const ctx = createCanvas(SIDE, SIDE).getContext('2d')
  draw(ctx)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(SIDE * SIDE * 4))
  pixels.set(ctx.getImageData(0, 0, SIDE, SIDE).data)
  const size = { width: SIDE, height: SIDE, originalWidth: SIDE, originalHeight: SIDE }
  return { ...size, pixels, hasAlpha: false }
}

/** Broad slanting stripes of flat colours. */
function stripe(ctx: SKRSContext2D) {
  for (const [i, colour] of ['#82274a', '#bb4064', '#edacaf', '#c97d90', '#4590c0'].entries()) {
    ctx.fillStyle = colour
    ctx.beginPath()
    for (const [x, y] of [
      [-200, 160 * i - 300],
      [600, 160 * i],
      [600, 160 * i + 170],
      [-200, 160 * i - 130],
    ] as const)
      ctx.lineTo(x, y)
    ctx.fill()
  }
}

test('lettering is found where it is, and flat stripes around it are none', () => {
  const picture = pictureOf((ctx) => {
    stripe(ctx)
    ctx.fillStyle = '#ffffff'
    // H, I and E, of bars.
    for (const [x, y, width, height] of [
      [40, 60, 14, 80],
      [84, 60, 14, 80],
      [54, 94, 30, 14],
      [120, 60, 14, 80],
      [156, 60, 14, 80],
      [170, 60, 40, 14],
      [170, 93, 40, 14],
      [170, 126, 40, 14],
    ] as const)
      ctx.fillRect(x, y, width, height)
  })
  const { columns, rows, values } = findLettering(picture)
  let found = 0
  for (const [i, value] of values.entries()) {
    const [x, y] = [((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows]
    const isInside = x > 0.02 && x < 0.6 && y > 0.08 && y < 0.45
    if (value > 0) assert.ok(isInside, `lettering at ${x.toFixed(2)}, ${y.toFixed(2)}`)
    found += value
  }
  assert.ok(found > 20, `${found} cells`)
  assert.equal(measureLettering(pictureOf(stripe)), 0)
})

test('twigs of many shades and noise are no lettering', () => {
  const twigs = pictureOf((ctx) => {
    ctx.fillStyle = '#d8e0e8'
    ctx.fillRect(0, 0, SIDE, SIDE)
    for (let i = 0; i < 300; i++) {
      const shade = Math.floor(180 * chance(1, i))
      ctx.strokeStyle = `rgb(${shade}, ${Math.floor(shade * chance(2, i))}, ${Math.floor(shade * chance(3, i))})`
      ctx.lineWidth = 1 + 7 * chance(4, i)
      ctx.beginPath()
      ctx.moveTo(SIDE * chance(5, i), SIDE * chance(6, i))
      ctx.lineTo(SIDE * chance(7, i), SIDE * chance(8, i))
      ctx.stroke()
    }
  })
  const noise = pictureOf((ctx) => {
    for (let i = 0; i < 10_000; i++) {
      ctx.fillStyle = `hsl(${360 * chance(3, i)}, 60%, ${20 + 60 * chance(4, i)}%)`
      ctx.fillRect((i % 100) * 4, Math.floor(i / 100) * 4, 4, 4)
    }
  })
  for (const picture of [twigs, noise]) assert.equal(measureLettering(picture), 0)
})
