import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { ANIMALS, BIRD, drawAnimal, drawLand, fill, paintScene } from '../../testing/paint-animals.ts'
import { findCutSides, findGaps, halvesThing, isFreeBeyond } from './cut-things.ts'
import { shapeForPeople } from './keep-people.ts'
import { placePrint } from './place-print.ts'

const SQUARE = { width: 1, height: 1 }

describe('things that a crop cuts', () => {
  test('are seen between the gaps beside them, though the ground is no plain one', () => {
    const gaps = findGaps(paintScene(ANIMALS).picture)
    const at = (share: number) => gaps[Math.floor(share * gaps.length)]
    for (const share of [0.2, 0.8]) assert.equal(at(share), false, `an animal at ${share}`)
    for (const share of [0.03, 0.5, 0.97]) assert.equal(at(share), true, `nothing at ${share}`)
  })

  test('are thin ones, too: a beak before a wall', () => {
    const cover = paintScene(BIRD)
    const crop = { x: 0.3 * cover.width, y: 0, width: 0.6 * cover.width, height: cover.height }
    assert.deepEqual(findCutSides(cover, crop), { left: true, right: true })
    assert.ok(isFreeBeyond(cover, crop, 'left'), 'it ends before the edge of the picture')
    assert.ok(!isFreeBeyond(cover, crop, 'right'), 'the wing does not')
  })

  test('are none where the picture is one place all over, or nothing is in it', () => {
    for (const draw of [
      (ctx: SKRSContext2D, width: number, height: number) => {
        for (let i = 0; i < 40; i++)
          fill(ctx, i % 2 ? '#20242c' : '#d0c8b8', [0, (i * height) / 40, width, height / 40])
      },
      (ctx: SKRSContext2D, width: number, height: number) => drawLand(ctx, width, height),
    ]) {
      const cover = paintScene(draw)
      const crop = { x: 0.2 * cover.width, y: 0, width: 0.6 * cover.width, height: cover.height }
      assert.deepEqual(findCutSides(cover, crop), { left: false, right: false })
    }
  })
})

describe('a square of a wide picture', () => {
  test('is the whole picture where animals stand at both sides', () => {
    const cover = paintScene(ANIMALS)
    assert.deepEqual(shapeForPeople(cover, SQUARE), { width: cover.width, height: cover.height })
    const { crop } = placePrint(cover, { x: 0, y: 0, width: 600, height: 600 }, { x: 0, y: 0 })
    assert.ok(!halvesThing(cover, crop), `${crop.x} to ${crop.x + crop.width} of ${cover.width}`)
  })

  test('is cropped around one that stands in the middle, and where hardly anything is lost', () => {
    const alone = paintScene((ctx, width, height) => {
      drawLand(ctx, width, height)
      drawAnimal(ctx, 0.5 * width, height)
    })
    assert.equal(shapeForPeople(alone, SQUARE), SQUARE)
    const nearly = paintScene(ANIMALS, 360)
    assert.equal(shapeForPeople(nearly, SQUARE), SQUARE)
  })

  test('is cropped around a face, whatever stands beside it', () => {
    const cover = paintScene(ANIMALS)
    const face = { x: 0.44, y: 0.2, width: 0.12, height: 0.18 }
    const known = { ...cover, salience: { ...cover.salience, faces: [face] } }
    assert.ok(!halvesThing(known, { x: 80, y: 0, width: 320, height: 320 }))
  })
})
