import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Box } from '../geometry.ts'
import { findMostNeed, holdFilm } from './hold-film.ts'

const FILE = { width: 1280, height: 720 }
const COUPLE = [
  { x: 0.3, y: 0.36, width: 0.18, height: 0.3 },
  { x: 0.43, y: 0.24, width: 0.17, height: 0.3 },
]
const INK = { type: '#fafafa', veil: '#0a0c10' }
const WINDOW = { x: 0, y: 560, width: 1080, height: 1360 }

test('a couple is whole in any window that has room for it, and a window that has none is known to cut it', () => {
  for (const height of [830, 1000]) {
    const held = hold({ x: 0, y: 0, width: 1080, height }, { faces: COUPLE })
    assert.ok(!held.isCutting(0))
    for (const end of ['from', 'to'] as const) {
      const { zoom, panX } = held.cameras[0]!
      const scale = zoom[end] * Math.max(1080 / FILE.width, height / FILE.height)
      const across = 1080 / (scale * FILE.width)
      const left = ((1 + panX[end]) / 2) * (1 - across)
      assert.ok(left < 0.27 && left + across > 0.63, `${height}: ${left} to ${left + across}`)
    }
  }
  assert.ok(hold({ x: 0, y: 0, width: 400, height: 1080 }, { faces: COUPLE }).isCutting(0))
})

test('where a window shows only a slice of a clip the camera goes no nearer, and else it may', () => {
  const nearest = (window: Box) =>
    Math.max(...hold(window, { shots: 2 }).cameras.flatMap(({ zoom }) => [zoom.from, zoom.to]))
  assert.ok(nearest(WINDOW) <= 1.08 + 1e-9, `${nearest(WINDOW)}`)
  assert.ok(nearest({ x: 0, y: 0, width: 1920, height: 1080 }) > 1.2)
})

test('a face is found behind a box of the frame, wherever the window lies in it', () => {
  const faces = [{ x: 0.4, y: 0.3, width: 0.2, height: 0.3 }]
  const held = hold(WINDOW, { faces })
  const behind = (y: number) => held.measureBehind(0, { x: 0, y, width: 1080, height: 500 }).face
  assert.ok(behind(960) > 0.5, `${behind(960)}`)
  assert.equal(behind(0), 0)
  assert.ok(Math.abs(held.measureShown(0) - 0.447) < 0.01)
})

test('a picture that nobody looked at is shaded as white would be, a dark one hardly', () => {
  const box = { x: 65, y: 600, width: 875, height: 300 }
  const most = findMostNeed(INK)
  assert.ok(most > 0.6 && most < 0.8, `${most}`)
  assert.equal(hold(WINDOW, {}).measureNeed(0, box, INK), most)
  assert.ok(hold(WINDOW, { grey: 40 }).measureNeed(0, box, INK) === 0)
  assert.ok(hold(WINDOW, { grey: 140 }).measureNeed(0, box, INK) > 0.2)
})

test('a camera with room for it shows what stands out beside the dark, and the crown of it is known', () => {
  const window = { x: 0, y: 0, width: 1920, height: 720 }
  const dark = { x: 0, y: 480, width: 1920, height: 240 }
  const faces = [{ x: 0.45, y: 0.5, width: 0.1, height: 0.15 }]
  const crown = (own: { dark?: Box }) => hold(window, { faces, ...own }).measureCrown(0, dark)
  assert.ok(crown({}) > 0.2, `${crown({})}`)
  assert.equal(crown({ dark }), 0)
})

type Shown = { faces?: Box[]; grey?: number; shots?: number; dark?: Box }

function hold(window: Box, { faces = [], grey, shots = 1, dark }: Shown) {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 920)).fill(1 / 920)
  const salience = { columns: 40, rows: 23, weights, faces }
  const look = { secs: 0.5, salience, brightness: 0.4, contrast: 0.1, colour: '#808080' }
  const cells = new Uint8Array(16 * 9).fill(grey ?? 0)
  const lights =
    grey === undefined ? [] : [{ secs: 0.5, columns: 16, rows: 9, lightest: cells, darkest: cells }]
  const container = 'mov' as const
  const file = { path: 'a.mp4', container, ...FILE, fps: 30, durationSecs: 1, looks: [look], lights }
  const looks = { from: look, to: look }
  const shot = { startFrame: 0, endFrame: 30, isLoud: true, whip: 0, clip: 0, fromSecs: 0, speed: 1, looks }
  return holdFilm({
    shots: Array.from({ length: shots }, () => shot),
    clips: [file],
    window,
    ...(dark && { dark }),
    fps: 30,
    seed: 1,
  })
}
