import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Placed } from './place-on-film.ts'
import { listFieldTimes, slideWindow } from './slide-window.ts'

const FRAME = { width: 1080, height: 1920 }
const WINDOW = { x: 0, y: 900, width: 1080, height: 1020 }
const SHOTS = [0, 120].map((startFrame) => ({ startFrame, endFrame: startFrame + 120 }))
const FPS = 30

type Span = { fromSecs: number; toSecs: number }

/** Type beside the first of two shots. */
function wish(times: Span[], slideSecs: number) {
  const placed = times.map(
    (): Placed => ({ size: 0, box: WINDOW, window: WINDOW, edge: 'TOP', shades: new Map() }),
  )
  const film = { placed, windows: [WINDOW, undefined] }
  return { film, times, shots: SHOTS, fps: FPS, frame: FRAME, slideSecs }
}

/** Where the window begins at some seconds. */
function follow(times: Span[], slideSecs: number, at: number[]): number[] {
  const windowAt = slideWindow(wish(times, slideSecs))
  return at.map((secs) => windowAt!({ index: secs * FPS, count: 240, fps: FPS, secs, position: 0 }).box.y)
}

test('a window is there from a cut on, and gives its place back to the film when its type has gone', () => {
  assert.deepEqual(follow([{ fromSecs: 0, toSecs: 1 }], 0.4, [0, 0.99, 1.4, 3]), [900, 900, 0, 0])
  const [half] = follow([{ fromSecs: 0, toSecs: 1 }], 0.4, [1.2])
  assert.ok(half! > 0 && half! < 900)
})

test('it comes before its type does, and stays for type that follows soon, and until a cut that comes soon', () => {
  const times = [
    { fromSecs: 1.6, toSecs: 1.8 },
    { fromSecs: 2.5, toSecs: 3.5 },
  ]
  assert.deepEqual(follow(times, 0.2, [1, 1.6, 2.2, 3, 3.9, 4]), [0, 900, 900, 900, 900, 0])
})

test('the film comes back only for a pause in which it has the frame to itself for as long as its two ways take', () => {
  for (const pause of [0.3, 0.7, 0.9, 1.2, 2]) {
    const times = [
      { fromSecs: 0, toSecs: 0.5 },
      { fromSecs: 0.5 + pause, toSecs: 4 },
    ]
    const at = Array.from({ length: 120 }, (_, i) => i / FPS)
    const places = follow(times, 0.2, at)
    const whole = places.filter((y) => y === 0).length / FPS
    assert.ok(whole === 0 ? places.every((y) => y === 900) : whole > 2 * 0.2 - 0.04, `${pause}: ${whole}`)
  }
})

test('a text stands as long as its field is there, so that no moment of a field is without words', () => {
  for (const slideSecs of [0, 0.2, 0.4])
    for (const times of [
      [{ fromSecs: 0.7, toSecs: 1 }],
      [
        { fromSecs: 0, toSecs: 0.6 },
        { fromSecs: 1, toSecs: 1.4 },
        { fromSecs: 3.2, toSecs: 3.6 },
      ],
    ]) {
      const own = wish(times, slideSecs)
      const windowAt = slideWindow(own)!
      const fields = listFieldTimes(own)
      for (let index = 0; index < 240; index++) {
        const secs = index / FPS
        const { share } = windowAt({ index, count: 240, fps: FPS, secs, position: 0 })
        const there = fields.filter((field) => secs >= field!.fromSecs - 1e-6 && secs < field!.toSecs - 1e-6)
        assert.ok(there.length <= 1, `two texts stand at ${secs}`)
        if (share > 0) assert.equal(there.length, 1, `no text stands at ${secs}, slid for ${slideSecs}`)
      }
      for (const [i, { fromSecs, toSecs }] of times.entries())
        assert.ok(fields[i]!.fromSecs <= fromSecs && fields[i]!.toSecs >= toSecs)
    }
})

test('a text on the film has no field', () => {
  const own = wish([{ fromSecs: 0, toSecs: 1 }], 0.4)
  const placed = own.film.placed.map(({ window: _, ...on }): Placed => on)
  assert.deepEqual(listFieldTimes({ ...own, film: { ...own.film, placed } }), [undefined])
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
