import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Box } from '../geometry.ts'
import { cropToFill } from './crop-to-fill.ts'
import type { Salience } from './salience.ts'

test('a picture fills a box without being stretched', () => {
  const part = cropToFill({ width: 400, height: 200 }, { width: 100, height: 100 })
  assert.deepEqual(part, { x: 100, y: 0, width: 200, height: 200 })
  const closer = cropToFill({ width: 400, height: 200 }, { width: 100, height: 100 }, 2)
  assert.deepEqual(closer, { x: 150, y: 50, width: 100, height: 100 })
})

test('a crop stays in the middle across where nothing matters more than the rest, and inside of the picture wherever it does', () => {
  const even = { width: 400, height: 200, salience: weighing(() => 1) }
  assert.deepEqual(cropToFill(even, { width: 1, height: 1 }), { x: 100, y: 0, width: 200, height: 200 })
  for (const corner of [0, 19]) {
    const picture = { width: 400, height: 200, salience: weighing((x) => (x === corner ? 1 : 0)) }
    const { x } = cropToFill(picture, { width: 1, height: 1 })
    assert.equal(x, corner === 0 ? 0 : 200)
  }
})

test('a crop stands high where nothing matters more than the rest: heads are above bodies', () => {
  const even = { width: 200, height: 400, salience: weighing(() => 1) }
  assert.ok(cropToFill(even, { width: 1, height: 1 }).y <= 50)
  const low = { width: 200, height: 400, salience: weighing((_, y) => (y >= 17 ? 1 : 0)) }
  assert.equal(cropToFill(low, { width: 1, height: 1 }).y, 200, 'what matters wins')
})

test('a crop keeps what matters away from its edges if the picture allows it', () => {
  const salience = weighing((x) => (x >= 12 && x <= 13 ? 1 : 0))
  const { x, width } = cropToFill({ width: 400, height: 200, salience }, { width: 1, height: 1 })
  const place = (260 - x) / width
  assert.ok(place > 0.2 && place < 0.8, `it stands at ${place} of the crop`)
})

test('only the part of the box that is seen has to show what matters', () => {
  const picture = { width: 200, height: 400, salience: weighing((_, y) => (y >= 11 && y <= 12 ? 1 : 0)) }
  const box = { width: 1, height: 1 }
  const seen = { x: 0, y: 0, width: 1, height: 0.4 }
  const { y, height } = cropToFill(picture, box, { seen })
  const place = (240 - y) / height
  assert.ok(place > 0 && place < 0.4, `it stands at ${place} of the crop, of which 0.4 are seen`)
})

test('a crop makes room for a hat above a face, unless that would cost the chin', () => {
  const face = { x: 0.3, y: 0.22, width: 0.4, height: 0.4 }
  const isFace = (_: number, y: number) => (y >= 5 && y <= 12 ? 1 : 0)
  const picture = { width: 400, height: 400, salience: weighing(isFace, [face]) }
  assert.equal(cropToFill(picture, { width: 4, height: 3 }).y, 0)
  const band = cropToFill(picture, { width: 2, height: 1 })
  assert.ok(band.y + band.height >= 400 * (face.y + face.height), 'the chin is there')
  const bare = { ...picture, salience: weighing(isFace) }
  assert.ok(cropToFill(bare, { width: 4, height: 3 }).y > 0)
})

test('the top of an upright figure is kept where no face was found: a bowed head, a spire', () => {
  const isIn = (x: number) => x >= 8 && x <= 11
  const weighFigure = (x: number, y: number) => (isIn(x) && y >= 2 ? (y <= 5 ? 0.15 : y <= 15 ? 1 : 0.2) : 0)
  const upright = { width: 200, height: 300, salience: weighing(weighFigure) }
  const crop = cropToFill(upright, { width: 1, height: 1 })
  assert.ok(crop.y <= 30, `it begins at ${crop.y} of 300, and the head at 30`)
  const face = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }
  const known = { ...upright, salience: weighing(weighFigure, [face]) }
  assert.ok(cropToFill(known, { width: 1, height: 1 }).y > 30, 'a face says where the head is')
})

test('what stands low in an upright picture is shown, whatever rises above it', () => {
  const weighTree = (x: number, y: number) => (y >= 16 ? 1 : x === 10 ? 0.15 : 0)
  const upright = { width: 200, height: 400, salience: weighing(weighTree) }
  assert.equal(cropToFill(upright, { width: 1, height: 1 }).y, 200)
})

/** 20 by 20 cells. */
function weighing(weigh: (x: number, y: number) => number, faces: readonly Box[] = []): Salience {
  const weights = new Float32Array(new SharedArrayBuffer(1600))
  for (let i = 0; i < 400; i++) weights[i] = weigh(i % 20, Math.floor(i / 20))
  const sum = weights.reduce((all, value) => all + value, 0)
  for (let i = 0; i < 400; i++) weights[i]! /= sum
  return { columns: 20, rows: 20, weights, faces }
}
