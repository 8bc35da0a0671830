import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { chance } from './chance.ts'
import { findSalience } from './salience.ts'
import { findSubject } from './subject.ts'

const SIDE = 320

test('the front of a mirrored picture is its subject, as a face is', () => {
  const { faces = [] } = look((ctx) => {
    drawFur(ctx)
    drawMask(ctx)
    // Skin-coloured fur on one side only.
    ctx.fillStyle = '#d8935a'
    ctx.fillRect(0, 0.6 * SIDE, 0.2 * SIDE, 0.4 * SIDE)
  })
  const [front] = faces
  assert.equal(faces.length, 1)
  assert.ok(Math.abs(front!.x + front!.width / 2 - 0.5) < 0.05, 'it stands on the axis')
  assert.ok(front!.width > 0.3 && front!.width < 0.7, `${front!.width} wide`)
})

test('what stands on one side only is not the subject of a mirrored picture', () => {
  const { box } = findSubject(
    look((ctx) => {
      drawFur(ctx)
      drawMask(ctx)
      ctx.fillStyle = '#d8935a'
      ctx.fillRect(0, 0.6 * SIDE, 0.2 * SIDE, 0.4 * SIDE)
    }),
  )
  assert.ok(box!.x > 0.1 && box!.x + box!.width < 0.9, JSON.stringify(box))
})

test('a picture that is not mirrored has no front, and people come before one', () => {
  const leaning = look((ctx) => {
    drawFur(ctx)
    ctx.fillStyle = '#c8102e'
    ctx.fillRect(0.1 * SIDE, 0.3 * SIDE, 0.3 * SIDE, 0.5 * SIDE)
  })
  assert.deepEqual(leaning.faces, [])
  const person = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }
  assert.deepEqual(look(drawMask, [person]).faces, [person])
})

function look(draw: (ctx: SKRSContext2D) => void, people: Parameters<typeof findSalience>[1] = []) {
  const ctx = createCanvas(SIDE, SIDE).getContext('2d')
  draw(ctx)
  const { data } = ctx.getImageData(0, 0, SIDE, SIDE)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(data.length))
  pixels.set(data)
  return findSalience(
    { pixels, width: SIDE, height: SIDE, originalWidth: SIDE, originalHeight: SIDE, hasAlpha: false },
    people,
  )
}

/** A busy ground, different on each side. */
function drawFur(ctx: SKRSContext2D): void {
  ctx.fillStyle = '#6f6a4c'
  ctx.fillRect(0, 0, SIDE, SIDE)
  for (let i = 0; i < 4000; i++) {
    ctx.fillStyle = ['#5d5a40', '#827b58', '#77704f'][i % 3]!
    ctx.fillRect(chance(1, 'x', i) * SIDE, chance(1, 'y', i) * SIDE, 2, 9)
  }
}

/** Two eyes, cheeks and a long red nose. */
function drawMask(ctx: SKRSContext2D): void {
  const fill = (colour: string, x: number, y: number, width: number, height: number) => {
    ctx.fillStyle = colour
    ctx.fillRect((0.5 + x) * SIDE, y * SIDE, width * SIDE, height * SIDE)
  }
  for (const side of [-1, 1]) {
    fill('#7fb2e5', side * 0.14 - 0.08, 0.3, 0.16, 0.45)
    fill('#15110c', side * 0.12 - 0.04, 0.16, 0.08, 0.06)
  }
  fill('#d8281c', -0.05, 0.2, 0.1, 0.65)
}
