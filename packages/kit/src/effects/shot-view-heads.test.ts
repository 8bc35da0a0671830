import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Box, Size } from '../geometry.ts'
import type { ShotView } from './shot-view.ts'
import { keepHeads } from './shot-view-heads.ts'

const WIDE = { width: 1920, height: 1080 }
const SQUARE = { width: 1080, height: 1080 }

test('the camera stands off from a face that fills the clip, and keeps all of its head', () => {
  const near = { x: 0.3, y: 0.2, width: 0.35, height: 0.62 }
  assert.ok(keepHeads(show(SQUARE, { faces: [near], zoom: 1.6 })).framing.zoom.from < 1.02)
  const tall = { x: 0.3, y: 0.3, width: 0.2, height: 0.3 }
  for (const panY of [-1, 0, 1]) {
    const { top, bottom } = findSeen(keepHeads(show(SQUARE, { faces: [tall], zoom: 1.8, panY })))
    assert.ok(top <= 0.3 - 0.55 * 0.3 + 1e-6 && bottom >= 0.6, `${panY}: ${top} to ${bottom}`)
  }
})

test('where a head does not fit, its chin is kept before its hair', () => {
  const face = { x: 0.3, y: 0.15, width: 0.45, height: 0.63 }
  for (const panY of [-1, 0, 1]) {
    const { top, bottom } = findSeen(keepHeads(show(WIDE, { faces: [face], zoom: 1.3, panY })))
    assert.ok(top <= 0.15 && bottom >= 0.78, `${panY}: ${top} to ${bottom}`)
  }
})

test('heads of a couple are off the upper and the lower edge, where the clip has them so', () => {
  const faces = [
    { x: 0.31, y: 0.42, width: 0.18, height: 0.26 },
    { x: 0.42, y: 0.3, width: 0.18, height: 0.24 },
  ]
  for (const panY of [-1, 0, 1]) {
    const { top, bottom } = findSeen(keepHeads(show(SQUARE, { faces, zoom: 1.8, panY })))
    const air = 0.05 * (bottom - top)
    assert.ok(top <= 0.3 - 0.55 * 0.24 - air && bottom >= 0.68 + air, `${panY}: ${top} to ${bottom}`)
  }
})

test('a small face stays as near as it was planned, and moves the crop no farther than it needs', () => {
  const face = { x: 0.4, y: 0.4, width: 0.1, height: 0.12 }
  const view = show(WIDE, { faces: [face], zoom: 1.3 })
  assert.deepEqual(keepHeads(view).framing.zoom, view.framing.zoom)
  assert.ok(Math.abs(findSeen(keepHeads(view)).top - findSeen(view).top) < 1e-9)
})

test('without a face a crop keeps the upper part, and goes lower only for what clearly lies there', () => {
  const even = findSeen(keepHeads(show(WIDE, { zoom: 1.05, panY: 0.4 })))
  assert.ok(even.top > 0 && even.top < 0.1, `${even.top}`)
  const low = show(WIDE, { zoom: 1.05, panY: 0.8, from: 0.8 })
  assert.ok(findSeen(keepHeads(low)).top >= findSeen(low).top)
})

test('without a face a crop leaves out an empty sky before it leaves out what stands at the foot', () => {
  const road = findSeen(keepHeads(show(WIDE, { zoom: 1.05, from: 0.3 })))
  assert.ok(road.top <= 0.28 && road.bottom >= 0.95, `${road.top} to ${road.bottom}`)
  const lake = findSeen(keepHeads(show(WIDE, { zoom: 1.05, from: 0.2, to: 0.6 })))
  assert.ok(lake.top < 0.1, `below it is nothing to be seen: ${lake.top}`)
})

test('a figure that does not fit loses its feet before its head', () => {
  const figure = { x: 0.45, y: 0.5, width: 0.1, height: 0.4 }
  for (const height of [300, 400])
    for (const panY of [-1, 0, 1]) {
      const { top, bottom } = findSeen(
        keepHeads(show({ width: 1080, height }, { faces: [figure], zoom: 1, panY })),
      )
      assert.ok(top <= 0.42 && top > 0.36 && bottom > 0.7, `${height} ${panY}: ${top} to ${bottom}`)
    }
})

test('without a face no camera is so near that it leaves out most of the height', () => {
  const { top, bottom } = findSeen(keepHeads(show(WIDE, { zoom: 1.66 })))
  assert.ok(bottom - top > 0.59, `${top} to ${bottom}`)
})

/** Which part of the picture's height is seen where the shot begins. */
function findSeen({ file, frame, framing }: ShotView): { top: number; bottom: number } {
  const scale = framing.zoom.from * Math.max(frame.width / file.width, frame.height / file.height)
  const down = frame.height / (scale * file.height)
  const top = ((1 + framing.panY.from) / 2) * (1 - down)
  return { top, bottom: top + down }
}

type Shown = { faces?: Box[]; zoom: number; panY?: number; from?: number; to?: number }

/** A clip of 4:3 in a frame: all that there is to see lies in a part of its height. */
function show(frame: Size, { faces = [], zoom, panY = 0, from = 0, to = 1 }: Shown): ShotView {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 1200))
  for (let cell = 0; cell < weights.length; cell++)
    weights[cell] = cell >= from * 1200 && cell < to * 1200 ? 1 : 0
  const salience = { columns: 40, rows: 30, weights, faces }
  const look = { secs: 0.5, salience, brightness: 0.4, contrast: 0.1, colour: '#808080' }
  const size = { width: 1280, height: 960 }
  const file = { path: 'a.mp4', container: 'mov' as const, ...size, fps: 30, durationSecs: 1, looks: [look] }
  const looks = { from: look, to: look }
  const shot = { startFrame: 0, endFrame: 30, isLoud: true, whip: 0, clip: 0, fromSecs: 0, speed: 1, looks }
  const still = { from: 0, to: 0 }
  const framing = { zoom: { from: zoom, to: zoom }, panX: still, panY: { from: panY, to: panY } }
  return { shot, file, framing, frame, fps: 30 }
}
