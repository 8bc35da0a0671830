import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partFilm } from './part-film.ts'

const SHOTS = [0, 2, 4].map((startSecs) => ({ startSecs, endSecs: startSecs + 2 }))
const LARGE = { x: 0, y: 500, width: 1080, height: 1420 }
const SMALL = { x: 0, y: 900, width: 1080, height: 1020 }
const BOX = { x: 65, y: 270, width: 800, height: 200 }

test('a shot without a clean place for its type has a window, and others have all of the frame', () => {
  const wanted = SHOTS.map(({ startSecs, endSecs }) => ({
    fromSecs: startSecs,
    toSecs: endSecs,
    beside: { box: BOX, window: LARGE },
  }))
  assert.deepEqual(
    partFilm(wanted, SHOTS, (i) => i !== 1),
    [undefined, LARGE, undefined],
  )
})

test('what stands across a cut takes both shots with it, and of two windows a shot has the smaller one', () => {
  const wanted = [
    { fromSecs: 0, toSecs: 2.2, beside: { box: BOX, window: LARGE } },
    { fromSecs: 2.2, toSecs: 4, beside: { box: BOX, window: SMALL } },
  ]
  assert.deepEqual(
    partFilm(wanted, SHOTS, (i) => i !== 0),
    [LARGE, SMALL, undefined],
  )
})

test('what has no place beside the film parts no shot', () => {
  assert.deepEqual(
    partFilm([{ fromSecs: 0, toSecs: 2 }], SHOTS, () => false),
    [undefined, undefined, undefined],
  )
})
