import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { paintCover } from '../../testing/paint-cover.ts'
import type { Box } from '../geometry.ts'
import { drawKeeping } from './draw-keeping.ts'

const BAND = { x: 20, y: 10, width: 300, height: 100 }

test('a band is filled where that keeps the subject, else the whole cover stands in it and goes on', () => {
  const low = draw({ x: 150, y: 170, width: 100, height: 60 })
  assert.ok(
    isSubject(low(170, 60)) && !isSubject(low(25, 60)),
    'a low subject, as wide as the cover shows it',
  )
  const tall = draw({ x: 150, y: 10, width: 100, height: 380 })
  for (const y of [16, 60, 104]) assert.ok(isSubject(tall(170, y)), `a tall subject, whole: ${y}`)
  assert.ok(!isSubject(tall(25, 60)) && tall(25, 60)[3] === 255, 'the ground goes on beside it')
  for (const [x, y] of [
    [10, 60],
    [325, 60],
    [170, 5],
    [170, 115],
  ] as const) {
    assert.equal(tall(x, y)[3], 0, 'nothing outside the box')
  }
})

/** The colour at a place, after drawing a cover of 400 pixels that shows this into a band. */
function draw(subject: Box): (x: number, y: number) => number[] {
  const cover = paintCover(400, (ctx) => {
    ctx.fillStyle = '#e02020'
    ctx.fillRect(subject.x, subject.y, subject.width, subject.height)
  })
  const on = createCanvas(340, 120).getContext('2d')
  drawKeeping(on, cover, BAND)
  return (x, y) => Array.from(on.getImageData(x, y, 1, 1).data)
}

const isSubject = ([red = 0]: number[]) => red > 150
