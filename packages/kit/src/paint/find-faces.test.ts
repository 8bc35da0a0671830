import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { chance } from './chance.ts'
import { findFaces } from './find-faces.ts'
import type { Picture } from './picture.ts'

const FACES = [
  { x: 0.24, y: 0.4, radius: 0.1 },
  { x: 0.7, y: 0.35, radius: 0.14 },
]

test('faces are found where they are, in pictures of any size and shape', () => {
  for (const [width, height] of [
    [320, 320],
    [900, 600],
    [400, 640],
  ] as const) {
    const side = Math.min(width, height)
    const found = findFaces(
      paintPicture(width, height, (ctx) => {
        ctx.fillStyle = '#a9b2b6'
        ctx.fillRect(0, 0, width, height)
        for (const { x, y, radius } of FACES) drawFace(ctx, x * width, y * height, radius * side)
      }),
    )
    assert.equal(found.length, FACES.length, `${width}x${height}: ${JSON.stringify(found)}`)
    // The largest comes first.
    for (const [i, face] of FACES.toReversed().entries()) {
      const box = found[i]!
      const apartX = (Math.abs(box.x + box.width / 2 - face.x) * width) / side
      const apartY = (Math.abs(box.y + box.height / 2 - face.y) * height) / side
      assert.ok(Math.hypot(apartX, apartY) < 0.5 * face.radius, `${width}x${height}: ${JSON.stringify(box)}`)
    }
  }
})

test('leaves, discs, stripes and nothing are no faces', () => {
  const patterns: ((ctx: SKRSContext2D) => void)[] = [
    (ctx) => ctx.fillRect(0, 0, 320, 320),
    (ctx) => {
      for (let i = 0; i < 1500; i++) {
        ctx.fillStyle = ['#1f3d1a', '#5a8a44', '#16300f', '#90a860'][i % 4]!
        const side = 6 + 20 * chance(1, 'side', i)
        ctx.fillRect(chance(1, 'x', i) * 320, chance(1, 'y', i) * 320, side, side)
      }
    },
    (ctx) => {
      for (let i = 0; i < 25; i++)
        oval(ctx, 32 + 64 * (i % 5), 32 + 64 * Math.floor(i / 5), 26, 26, '#d8c090')
    },
    (ctx) => {
      for (let i = 0; i < 20; i++) {
        ctx.fillStyle = i % 2 ? '#222222' : '#dddddd'
        ctx.fillRect(0, 16 * i, 320, 16)
      }
    },
  ]
  for (const draw of patterns) assert.deepEqual(findFaces(paintPicture(320, 320, draw)), [])
})

test('a picture smaller than any window has no faces', () => {
  for (const [width, height] of [
    [1, 1],
    [3, 400],
    [20, 20],
  ] as const)
    assert.deepEqual(findFaces(paintPicture(width, height, () => undefined)), [])
})

function paintPicture(width: number, height: number, draw: (ctx: SKRSContext2D) => void): Picture {
  const ctx = createCanvas(width, height).getContext('2d')
  draw(ctx)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(width * height * 4))
  pixels.set(ctx.getImageData(0, 0, width, height).data)
  return { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: false }
}

/** Hair, a lit face with brows, eyes, a nose and a mouth. */
function drawFace(ctx: SKRSContext2D, x: number, y: number, radius: number): void {
  oval(ctx, x, y - 0.3 * radius, 1.12 * radius, 1.3 * radius, '#2a1a12')
  oval(ctx, x, y + 0.12 * radius, 0.86 * radius, 1.1 * radius, '#c98f6b')
  for (const side of [-0.36, 0.36]) {
    oval(ctx, x + side * radius, y - 0.08 * radius, 0.24 * radius, 0.15 * radius, '#7c5842')
    oval(ctx, x + side * radius, y - 0.06 * radius, 0.17 * radius, 0.09 * radius, '#efe7de')
    oval(ctx, x + side * radius, y - 0.06 * radius, 0.09 * radius, 0.09 * radius, '#1a1210')
    ctx.fillStyle = '#2e1d14'
    ctx.fillRect(x + (side - 0.23) * radius, y - 0.36 * radius, 0.46 * radius, 0.09 * radius)
    oval(ctx, x + 0.28 * side * radius, y + 0.42 * radius, 0.06 * radius, 0.04 * radius, '#644735')
  }
  oval(ctx, x, y + 0.2 * radius, 0.1 * radius, 0.28 * radius, '#e9a67c')
  oval(ctx, x, y + 0.72 * radius, 0.32 * radius, 0.11 * radius, '#8a3a38')
}

function oval(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  fill: string,
): void {
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.ellipse(x, y, radiusX, radiusY, 0, 0, 7)
  ctx.fill()
}
