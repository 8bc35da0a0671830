import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Placed } from './place-on-film.ts'
import { slideWindow } from './slide-window.ts'

const FRAME = { width: 1080, height: 1920 }
const WINDOW = { x: 0, y: 900, width: 1080, height: 1020 }
const SHOTS = [0, 120].map((startFrame) => ({ startFrame, endFrame: startFrame + 120 }))
const FPS = 30

/** Where the window begins at some seconds, with type beside the first of two shots. */
function follow(times: { fromSecs: number; toSecs: number }[], slideSecs: number, at: number[]): number[] {
  const placed = times.map(
    (): Placed => ({ size: 0, box: WINDOW, window: WINDOW, edge: 'TOP', shades: new Map() }),
  )
  const film = { placed, windows: [WINDOW, undefined] }
  const windowAt = slideWindow({ film, times, shots: SHOTS, fps: FPS, frame: FRAME, slideSecs })
  return at.map((secs) => windowAt!({ index: secs * FPS, count: 240, fps: FPS, secs, position: 0 }).box.y)
}

test('a window is there from a cut on, and gives its place back to the film when its type has gone', () => {
  assert.deepEqual(follow([{ fromSecs: 0, toSecs: 1 }], 0.4, [0, 0.99, 1.4, 3]), [900, 900, 0, 0])
  const [half] = follow([{ fromSecs: 0, toSecs: 1 }], 0.4, [1.2])
  assert.ok(half! > 0 && half! < 900)
})

test('it comes before its type does, and stays for type that follows soon, and until a cut that comes soon', () => {
  const times = [
    { fromSecs: 1.6, toSecs: 2 },
    { fromSecs: 2.8, toSecs: 3.5 },
  ]
  assert.deepEqual(follow(times, 0.4, [1, 1.6, 2.4, 3, 3.9, 4]), [0, 900, 900, 900, 900, 0])
})

test('where nothing slides it changes all at once', () => {
  assert.deepEqual(follow([{ fromSecs: 1, toSecs: 2 }], 0, [0.99, 1, 1.99, 2]), [0, 900, 900, 0])
})

test('a film that always has all of the frame has no window', () => {
  const film = { placed: [], windows: [undefined] }
  assert.equal(
    slideWindow({ film, times: [], shots: SHOTS, fps: FPS, frame: FRAME, slideSecs: 0 }),
    undefined,
  )
})
