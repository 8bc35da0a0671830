import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Box, Size } from '../geometry.ts'
import { isTooLow, isTooWide, keepAcross } from './keep-across.ts'
import type { ShotView } from './shot-view.ts'

const WIDE = { width: 1920, height: 1080 }
const COLUMN = { width: 1000, height: 1080 }
const FACES = [0.1, 0.35, 0.6].map((x) => ({ x, y: 0.2, width: 0.12, height: 0.2 }))

test('a camera stands so far off that nobody is cut at the sides, where the frame lets it', () => {
  for (const panX of [-1, 0, 1]) {
    const { left, right } = findSeen(keepAcross(show(WIDE, { faces: FACES, zoom: 1.8, panX })))
    const air = 0.05 * (right - left)
    assert.ok(left <= 0.07 - air && right >= 0.75 + air, `${left} to ${right}`)
  }
})

test('where not all fit, the edge falls between people', () => {
  for (const panX of [-1, -0.4, 0, 0.3, 1]) {
    const { left, right } = findSeen(keepAcross(show(COLUMN, { faces: FACES, zoom: 1.05, panX })))
    for (const { x, width } of FACES) {
      const isIn = left <= x + 1e-6 && right >= x + width - 1e-6
      assert.ok(isIn || right <= x || left >= x + width, `${left} to ${right}`)
    }
  }
})

test('a face that is wider than a window stays where it was planned', () => {
  const view = show({ width: 300, height: 1080 }, { faces: [{ ...FACES[0]!, width: 0.5 }], zoom: 1 })
  assert.deepEqual(keepAcross(view).framing, view.framing)
})

test('without a face a thing at the edge of the picture is seen whole', () => {
  const thing = { from: 0, to: 0.4 }
  assert.ok(findSeen(keepAcross(show(COLUMN, { thing, zoom: 1.2 }))).left < 1e-6)
  assert.ok(findSeen(show(COLUMN, { thing, zoom: 1.2 })).left > 0.1)
})

test('a picture without a thing is seen as it was planned', () => {
  const view = show(COLUMN, { zoom: 1.2, panX: 0.25 })
  assert.deepEqual(keepAcross(view).framing, view.framing)
})

test('what is sharpest is no thing where as much is seen elsewhere: a shot stands as it was planned', () => {
  const view = show(COLUMN, { thing: { from: 0, to: 0.2 }, other: { from: 0.6, to: 0.9 }, zoom: 1.2 })
  assert.deepEqual(keepAcross(view).framing, view.framing)
})

test('a window may be too narrow for a group', () => {
  const view = show(COLUMN, { faces: FACES, zoom: 1 })
  assert.ok(isTooWide(view, { width: 1080, height: 1020 }) && !isTooWide(view, WIDE))
})

test('a thing has air at the edge of a window, as people have', () => {
  const { left } = findSeen(keepAcross(show(COLUMN, { thing: { from: 0.2, to: 0.4 }, zoom: 1.2, panX: 1 })))
  assert.ok(left < 0.18 - 0.02, `${left}`)
})

test('a window may be too low for people who are one above the other', () => {
  const file = { width: 1920, height: 1080 }
  const isLow = (faces: Box[], height: number) =>
    isTooLow({ shot: show(WIDE, { faces, zoom: 1 }).shot, file }, { width: 1920, height })
  const couple = [
    { x: 0.5, y: 0.3, width: 0.12, height: 0.3 },
    { x: 0.35, y: 0.5, width: 0.12, height: 0.3 },
  ]
  assert.ok(isLow(couple, 650) && !isLow(couple, 1080))
  assert.ok(!isLow(FACES, 650), 'beside each other they fit')
  assert.ok(!isLow([], 650), 'nobody is there to be cut')
})

/** Which part of the picture's width is seen where the shot begins. */
function findSeen({ file, frame, framing }: ShotView): { left: number; right: number } {
  const scale = framing.zoom.from * Math.max(frame.width / file.width, frame.height / file.height)
  const across = frame.width / (scale * file.width)
  const left = ((1 + framing.panX.from) / 2) * (1 - across)
  return { left, right: left + across }
}

type Part = { from: number; to: number }
type Shown = { faces?: Box[]; thing?: Part; other?: Part; zoom: number; panX?: number }

/** A clip of 16:9 in a frame; only a thing in it is sharp. */
function show(frame: Size, { faces = [], thing, other, zoom, panX = 0 }: Shown): ShotView {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 920)).fill(1 / 920)
  const edges = weights.map((_, cell) => {
    const at = (cell % 40) / 40
    const isIn = (part: Part | undefined) => part && at >= part.from && at < part.to
    return !thing || isIn(thing) ? 40 : isIn(other) ? 30 : 1
  })
  const salience = { columns: 40, rows: 23, weights, edges, faces }
  const look = { secs: 0.5, salience, brightness: 0.4, contrast: 0.1, colour: '#808080' }
  const size = { width: 1280, height: 720 }
  const file = { path: 'a.mp4', container: 'mov' as const, ...size, fps: 30, durationSecs: 1, looks: [look] }
  const looks = { from: look, to: look }
  const shot = { startFrame: 0, endFrame: 30, isLoud: true, whip: 0, clip: 0, fromSecs: 0, speed: 1, looks }
  const still = { from: 0, to: 0 }
  const framing = { zoom: { from: zoom, to: zoom }, panX: { from: panX, to: panX }, panY: still }
  return { shot, file, framing, frame, fps: 30 }
}
