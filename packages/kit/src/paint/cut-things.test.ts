import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { describeCover } from './cover.ts'
import { type Cover, createCover } from './create-cover.ts'
import { findCutSides, findGaps, halvesThing, isFreeBeyond } from './cut-things.ts'
import { shapeForPeople } from './keep-people.ts'
import { placePrint } from './place-print.ts'

type Draw = (ctx: SKRSContext2D, width: number, height: number) => void

const SQUARE = { width: 1, height: 1 }

describe('things that a crop cuts', () => {
  test('are seen between the gaps beside them, though the ground is no plain one', () => {
    const gaps = findGaps(paintCover(ANIMALS).picture)
    const at = (share: number) => gaps[Math.floor(share * gaps.length)]
    for (const share of [0.2, 0.8]) assert.equal(at(share), false, `an animal at ${share}`)
    for (const share of [0.03, 0.5, 0.97]) assert.equal(at(share), true, `nothing at ${share}`)
  })

  test('are thin ones, too: a beak before a wall', () => {
    const cover = paintCover((ctx, width, height) => {
      fill(ctx, '#77706a', [0, 0, width, height])
      fill(ctx, '#208070', [0.5 * width, 0.3 * height, 0.3 * width, 0.5 * height])
      fill(ctx, '#201c1c', [0.2 * width, 0.38 * height, 0.3 * width, 0.02 * height])
    })
    const crop = { x: 0.3 * cover.width, y: 0, width: 0.6 * cover.width, height: cover.height }
    assert.deepEqual(findCutSides(cover, crop), { left: true, right: false })
    assert.ok(isFreeBeyond(cover, crop, 'left'), 'it ends before the edge of the picture')
  })

  test('are none where the picture is one place all over, or nothing is in it', () => {
    for (const draw of [
      (ctx: SKRSContext2D, width: number, height: number) => {
        for (let i = 0; i < 40; i++)
          fill(ctx, i % 2 ? '#20242c' : '#d0c8b8', [0, (i * height) / 40, width, height / 40])
      },
      (ctx: SKRSContext2D, width: number, height: number) => drawLand(ctx, width, height),
    ]) {
      const cover = paintCover(draw)
      const crop = { x: 0.2 * cover.width, y: 0, width: 0.6 * cover.width, height: cover.height }
      assert.deepEqual(findCutSides(cover, crop), { left: false, right: false })
    }
  })
})

describe('a square of a wide picture', () => {
  test('is the whole picture where animals stand at both sides', () => {
    const cover = paintCover(ANIMALS)
    assert.deepEqual(shapeForPeople(cover, SQUARE), { width: cover.width, height: cover.height })
    const { crop } = placePrint(cover, { x: 0, y: 0, width: 600, height: 600 }, { x: 0, y: 0 })
    assert.ok(!halvesThing(cover, crop), `${crop.x} to ${crop.x + crop.width} of ${cover.width}`)
  })

  test('is cropped around one that stands in the middle, and where hardly anything is lost', () => {
    const alone = paintCover((ctx, width, height) => {
      drawLand(ctx, width, height)
      drawAnimal(ctx, 0.5 * width, height)
    })
    assert.equal(shapeForPeople(alone, SQUARE), SQUARE)
    const nearly = paintCover(ANIMALS, 360)
    assert.equal(shapeForPeople(nearly, SQUARE), SQUARE)
  })

  test('is cropped around a face, whatever stands beside it', () => {
    const cover = paintCover(ANIMALS)
    const face = { x: 0.44, y: 0.2, width: 0.12, height: 0.18 }
    const known = { ...cover, salience: { ...cover.salience, faces: [face] } }
    assert.ok(!halvesThing(known, { x: 80, y: 0, width: 320, height: 320 }))
  })
})

const ANIMALS: Draw = (ctx, width, height) => {
  drawLand(ctx, width, height)
  drawAnimal(ctx, 0.2 * width, height)
  drawAnimal(ctx, 0.8 * width, height)
}

/** A sky, hills and grass. */
function drawLand(ctx: SKRSContext2D, width: number, height: number): void {
  fill(ctx, '#9fb4d4', [0, 0, width, height])
  fill(ctx, '#b09a70', [0, 0.4 * height, width, 0.6 * height])
  for (let i = 0; i < 900; i++)
    fill(ctx, i % 2 ? '#a68f64' : '#baa57c', [
      (i * 37) % width,
      0.4 * height + ((i * 53) % (0.6 * height)),
      3,
      2,
    ])
}

function drawAnimal(ctx: SKRSContext2D, x: number, height: number): void {
  fill(ctx, '#2c2420', [x - 0.2 * height, 0.44 * height, 0.4 * height, 0.24 * height])
  for (const leg of [-0.17, 0.13])
    fill(ctx, '#2c2420', [x + leg * height, 0.68 * height, 0.04 * height, 0.16 * height])
}

function fill(ctx: SKRSContext2D, colour: string, box: [number, number, number, number]): void {
  ctx.fillStyle = colour
  ctx.fillRect(...box)
}

function paintCover(draw: Draw, width = 480, height = 320): Cover {
  const ctx = createCanvas(width, height).getContext('2d')
  draw(ctx, width, height)
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(4 * width * height))
  pixels.set(ctx.getImageData(0, 0, width, height).data)
  const picture = { pixels, width, height, originalWidth: width, originalHeight: height, hasAlpha: false }
  return createCover(describeCover(picture, picture, {}, false))
}
