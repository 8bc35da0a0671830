import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cover } from '@songreel/kit'
import { keepStill } from './keep-still.ts'

test('the brow and the muzzle of an animal are kept, though they do not stand out', () => {
  const weights = new Float32Array(new SharedArrayBuffer(1600))
  const isBrow = (x: number, y: number) => x > 8 && x < 12 && y > 7 && y < 11
  const standsOut = (x: number, y: number) => x > 6 && x < 14 && y > 4 && y < 15 && !isBrow(x, y)
  for (let i = 0; i < 400; i++) weights[i] = standsOut(i % 20, Math.floor(i / 20)) ? 1 / 61 : 0
  const salience = { columns: 20, rows: 20, weights, faces: [] }
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(4 * 64 * 64)).fill(128)
  const picture = { pixels, width: 64, height: 64, originalWidth: 64, originalHeight: 64 }
  const cover = { width: 400, height: 400, salience, picture } as unknown as Cover
  const { at } = keepStill(cover, { x: 0, y: 0, width: 400, height: 400 })
  assert.equal(at(210, 190), 1, 'no hole between its eyes')
  assert.equal(at(210, 312), 1, 'and none in its muzzle, a little lower')
  assert.ok(at(30, 210) < 1)
})
