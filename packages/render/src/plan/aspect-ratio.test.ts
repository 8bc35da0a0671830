import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameAspectRatio } from './aspect-ratio.ts'

test('a shape has the simplest name that is close enough', () => {
  const names = [
    [1920, 1080],
    [1080, 1920],
    [854, 480],
    [1366, 768],
    [1080, 1350],
    [1000, 1001],
    [640, 480],
    [2048, 2732],
  ]
  assert.deepEqual(
    names.map(([width, height]) => nameAspectRatio(width!, height!)),
    ['16x9', '9x16', '16x9', '16x9', '4x5', '1x1', '4x3', '3x4'],
  )
})

test('a shape beyond all names gets the nearest one', () => {
  assert.equal(nameAspectRatio(5000, 100), '32x1')
  assert.equal(nameAspectRatio(100, 5000), '1x32')
})
