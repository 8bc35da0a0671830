import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Box } from '../geometry.ts'
import { findKeepingCrop, keepsSubject, measureLost } from './keep-subject.ts'
import type { Salience } from './salience.ts'

const BAND = { width: 3, height: 1 }
const SQUARE = { width: 1, height: 1 }

test('a crop that keeps the subject fills the box', () => {
  const cover = weighing((x, y) => (x > 8 && x < 12 && y > 8 && y < 12 ? 1 : 0))
  const crop = findKeepingCrop(cover, BAND)
  assert.ok(crop && crop.width === 400 && Math.round(crop.height) === 133)
  assert.deepEqual(measureLost(cover, crop), { subject: 0, spread: 0 })
  assert.ok(findKeepingCrop(cover, SQUARE, { isRound: true }))
})

test('where a band would behead the subject there is none', () => {
  const tall = weighing((x, y) => (x > 8 && x < 12 && y > 1 && y < 18 ? 1 : 0))
  assert.equal(findKeepingCrop(tall, BAND), undefined)
  assert.ok(findKeepingCrop(tall, { width: 9, height: 16 }), 'a tall frame has room for it')
})

test('subjects at both edges are cut by a circle and by a fade, and by no square', () => {
  const pair = weighing((x, y) => ((x < 3 || x > 16) && y < 7 ? 1 : 0.02))
  assert.ok(findKeepingCrop(pair, SQUARE))
  assert.equal(findKeepingCrop(pair, SQUARE, { isRound: true }), undefined)
  assert.equal(findKeepingCrop(pair, SQUARE, { seen: { x: 0.3, y: 0, width: 0.7, height: 1 } }), undefined)
})

test('a cover that is full from edge to edge has no subject, and still loses by a narrow band', () => {
  const full = weighing(() => 1)
  const whole = { x: 0, y: 0, width: 400, height: 400 }
  assert.ok(keepsSubject(full, whole))
  assert.ok(keepsSubject(full, { ...whole, height: 320 }))
  assert.ok(!keepsSubject(full, { ...whole, height: 200 }))
})

test('a head has hair: a crop along the face cuts it', () => {
  const face = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }
  const cover = weighing((x, y) => (x > 7 && x < 12 && y > 7 && y < 12 ? 1 : 0), [face])
  const below = { x: 0, y: 158, width: 400, height: 242 }
  assert.ok(measureLost(cover, below).subject > 0.14)
  assert.ok(keepsSubject(cover, { ...below, y: 120, height: 280 }))
})

test('a crop through a hat cuts the head', () => {
  const face = { x: 0.3, y: 0.3, width: 0.4, height: 0.4 }
  const cover = weighing((x, y) => (x > 5 && x < 14 && y > 5 && y < 14 ? 1 : 0), [face])
  assert.ok(!keepsSubject(cover, { x: 0, y: 90, width: 400, height: 310 }))
  assert.ok(keepsSubject(cover, { x: 0, y: 40, width: 400, height: 360 }))
})

test('the head of an upright figure counts as one, where no face was found', () => {
  const figure = weighing((x, y) => (x > 6 && x < 13 && y > 2 && y < 18 ? (y < 6 ? 0.2 : 1) : 0))
  const upright = { ...figure, height: 600 }
  assert.ok(keepsSubject(upright, { x: 0, y: 0, width: 400, height: 560 }))
  assert.ok(!keepsSubject(upright, { x: 0, y: 130, width: 400, height: 470 }), 'without its head')
  assert.ok(
    keepsSubject(figure, { x: 0, y: 87, width: 400, height: 313 }),
    'in a square it is one thing of many',
  )
})

test('a thing without a face goes on a little beyond what stands out: its foot is no spare part', () => {
  const dog = weighing((x, y) => (x > 6 && x < 16 && y > 4 && y < 17 ? 1 : 0))
  assert.ok(!keepsSubject(dog, { x: 0, y: 0, width: 400, height: 320 }), 'without its muzzle')
  assert.ok(keepsSubject(dog, { x: 0, y: 40, width: 400, height: 320 }))
  const crop = findKeepingCrop(dog, { width: 5, height: 4 })
  assert.ok(crop && crop.y > 30 && crop.y + crop.height > 350)
})

test('of a crop that is faded out below only what is seen shows the foot of a thing', () => {
  const dog = weighing((x, y) => (x > 6 && x < 16 && y > 4 && y < 17 ? 1 : 0))
  const whole = { x: 0, y: 0, width: 400, height: 400 }
  const part = { x: 0, y: 0.1, width: 1, height: 0.7 }
  assert.ok(keepsSubject(dog, whole))
  assert.deepEqual(
    measureLost(dog, whole, { seen: part }),
    measureLost(dog, { x: 0, y: 40, width: 400, height: 280 }),
  )
  assert.ok(!keepsSubject(dog, whole, { seen: part }), 'without its muzzle')
})

test('nothing is lost of a picture whose salience nobody knows', () => {
  assert.ok(keepsSubject({ width: 400, height: 400 }, { x: 0, y: 0, width: 1, height: 1 }))
})

/** A square of 400 pixels; 20 by 20 cells. */
function weighing(weigh: (x: number, y: number) => number, faces: readonly Box[] = []) {
  const weights = new Float32Array(new SharedArrayBuffer(1600))
  for (let i = 0; i < 400; i++) weights[i] = weigh(i % 20, Math.floor(i / 20))
  const sum = weights.reduce((all, value) => all + value, 0)
  for (let i = 0; i < 400; i++) weights[i]! /= sum
  const salience: Salience = { columns: 20, rows: 20, weights, faces }
  return { width: 400, height: 400, salience }
}
