import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { chance } from './chance.ts'
import { cropToFill } from './crop-to-fill.ts'
import type { Picture } from './picture.ts'
import { findSalience } from './salience.ts'

type Draw = (ctx: SKRSContext2D, width: number, height: number) => void

const SUBJECTS: { name: string; size: [number, number]; at: [number, number]; draw: Draw }[] = [
  {
    name: 'a moon low at the side of a night sky',
    size: [800, 450],
    at: [0.85, 0.7],
    draw: (ctx, width, height) => {
      fillSky(ctx, width, height, '#060818', '#1b1440')
      disc(ctx, 0.85 * width, 0.7 * height, 0.08 * height, '#fff4d0')
    },
  },
  {
    name: 'a red boat on a wide grey sea',
    size: [900, 400],
    at: [0.2, 0.62],
    draw: (ctx, width, height) => {
      fillSky(ctx, width, height, '#b8c0c6', '#6f7c86')
      disc(ctx, 0.2 * width, 0.62 * height, 0.06 * height, '#c8102e')
    },
  },
  {
    name: 'a face near the top of a tall portrait',
    size: [400, 800],
    at: [0.5, 0.2],
    draw: (ctx, width, height) => {
      fillSky(ctx, width, height, '#39424a', '#20262b')
      ctx.fillStyle = '#2b4a6b'
      ctx.fillRect(0.15 * width, 0.36 * height, 0.7 * width, 0.64 * height)
      drawFace(ctx, 0.5 * width, 0.2 * height, 0.2 * width)
    },
  },
  {
    name: 'a small bird in focus beside a bright blur',
    size: [900, 500],
    at: [0.3, 0.5],
    draw: (ctx, width, height) => {
      fillSky(ctx, width, height, '#5a6450', '#6a6f74')
      ctx.filter = 'blur(40px)'
      disc(ctx, 0.8 * width, 0.35 * height, 0.2 * height, '#f6e6a0')
      ctx.filter = 'none'
      disc(ctx, 0.3 * width, 0.5 * height, 0.07 * height, '#4a4038')
      disc(ctx, 0.32 * width, 0.52 * height, 0.03 * height, '#b0724a')
    },
  },
  {
    name: 'a face before a hedge that is much busier',
    size: [900, 500],
    at: [0.78, 0.4],
    draw: (ctx, width, height) => {
      for (let i = 0; i < 3000; i++) {
        ctx.fillStyle = ['#1f3d1a', '#2f5a24', '#16300f'][i % 3]!
        const side = 6 + 12 * chance(1, 'side', i)
        ctx.fillRect(chance(1, 'x', i) * width, chance(1, 'y', i) * height, side, side)
      }
      drawFace(ctx, 0.78 * width, 0.4 * height, 0.09 * width)
    },
  },
]

for (const { name, size, at, draw } of SUBJECTS) {
  test(`crops keep ${name}`, () => {
    const picture = paintPicture(...size, draw)
    const croppable = { ...picture, salience: findSalience(picture) }
    for (const box of [
      { width: 1, height: 1 },
      { width: 9, height: 16 },
      { width: 2, height: 1 },
    ]) {
      const { x, y, width, height } = cropToFill(croppable, box)
      const across = (at[0] * size[0] - x) / width
      const down = (at[1] * size[1] - y) / height
      const isInside = across > 0.12 && across < 0.88 && down > 0.12 && down < 0.88
      assert.ok(
        isInside,
        `${box.width}x${box.height}: at ${across.toFixed(2)}, ${down.toFixed(2)} of the crop`,
      )
    }
  })
}

test('a picture of nothing is cropped to its middle', () => {
  const picture = paintPicture(600, 300, (ctx) => ctx.fillRect(0, 0, 600, 300))
  const { x } = cropToFill({ ...picture, salience: findSalience(picture) }, { width: 1, height: 1 })
  assert.ok(Math.abs(x - 150) < 1, `it begins at ${x}`)
})

test('the weights of the smallest and of the longest pictures are finite and 1 in sum', () => {
  for (const [width, height] of [
    [1, 1],
    [3, 900],
    [2000, 2],
  ] as const) {
    const { weights } = findSalience(paintPicture(width, height, (ctx) => disc(ctx, 1, 1, 2, '#fff')))
    const sum = weights.reduce((all, value) => all + value, 0)
    assert.ok(Math.abs(sum - 1) < 1e-3, `${width}x${height}: ${sum}`)
  }
})

function paintPicture(width: number, height: number, draw: Draw): Picture {
  const ctx = createCanvas(width, height).getContext('2d')
  draw(ctx, width, height)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4))
  pixels.set(ctx.getImageData(0, 0, width, height).data)
  return { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: false }
}

function fillSky(ctx: SKRSContext2D, width: number, height: number, from: string, to: string): void {
  const sky = ctx.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, from)
  sky.addColorStop(1, to)
  ctx.fillStyle = sky
  ctx.fillRect(0, 0, width, height)
}

function disc(ctx: SKRSContext2D, x: number, y: number, radius: number, colour: string): void {
  ctx.fillStyle = colour
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 7)
  ctx.fill()
}

function drawFace(ctx: SKRSContext2D, x: number, y: number, radius: number): void {
  disc(ctx, x, y - 0.25 * radius, 1.1 * radius, '#2a1a12')
  disc(ctx, x, y, radius, '#c98f6b')
  for (const side of [-0.35, 0.35]) disc(ctx, x + side * radius, y - 0.15 * radius, 0.12 * radius, '#1a1210')
  ctx.fillStyle = '#9a3b3b'
  ctx.fillRect(x - 0.3 * radius, y + 0.4 * radius, 0.6 * radius, 0.12 * radius)
}
