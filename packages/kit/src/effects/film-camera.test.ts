import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShotFraming } from '../film/frame-shot.ts'
import type { Size } from '../geometry.ts'
import { createFilmCamera, keepPeople } from './film-camera.ts'
import type { ShotView } from './shot-view.ts'

const FRAME = { width: 1080, height: 1920 }
const WINDOWS = [
  { width: 1080, height: 830 },
  { width: 1080, height: 1000 },
]
const FILE = { width: 1280, height: 720 }
const COUPLE = [
  { x: 0.3, y: 0.36, width: 0.18, height: 0.3 },
  { x: 0.43, y: 0.24, width: 0.17, height: 0.3 },
]
const PLANNED = { zoom: { from: 1.26, to: 1.36 }, panX: { from: -0.5, to: -0.45 }, panY: { from: 0, to: 0 } }

test('a couple is whole in each window that a shot has, in whichever it was seen before', () => {
  const camera = createFilmCamera([show()], () => PLANNED)
  for (const window of [...WINDOWS, ...WINDOWS.toReversed()])
    for (const end of ['from', 'to'] as const) {
      const across = findSeen(camera(0, { window, share: 1 }), window, end, 'panX')
      const down = findSeen(camera(0, { window, share: 1 }), window, end, 'panY')
      const about = `${window.height} ${end}: ${JSON.stringify([across, down])}`
      assert.ok(across.from < 0.27 && across.to > 0.63, about)
      assert.ok(down.from < 0.09 && down.to > 0.68, about)
    }
})

test('where the window slides, the camera does as well', () => {
  const views = [show()]
  const camera = createFilmCamera(views, () => PLANNED)
  const [window] = WINDOWS as [Size]
  assert.deepEqual(camera(0), views[0]!.framing)
  assert.deepEqual(camera(0, { window, share: 0 }), views[0]!.framing)
  const zooms = [0, 0.5, 1].map((share) => camera(0, { window, share }).panX.from)
  assert.ok(Math.abs(zooms[1]! - (zooms[0]! + zooms[2]!) / 2) < 1e-9, `${zooms}`)
})

/** Which part of the picture is seen along a side, in fractions of it. */
function findSeen(framing: ShotFraming, frame: Size, end: 'from' | 'to', pan: 'panX' | 'panY') {
  const scale = framing.zoom[end] * Math.max(frame.width / FILE.width, frame.height / FILE.height)
  const seen = pan === 'panX' ? frame.width / (scale * FILE.width) : frame.height / (scale * FILE.height)
  const from = ((1 + framing[pan][end]) / 2) * (1 - seen)
  return { from, to: from + seen }
}

function show(): ShotView {
  const weights = new Float32Array(new SharedArrayBuffer(4 * 920)).fill(1 / 920)
  const salience = { columns: 40, rows: 23, weights, faces: COUPLE }
  const look = { secs: 0.5, salience, brightness: 0.4, contrast: 0.1, colour: '#808080' }
  const looks = { from: look, to: look }
  const file = { path: 'a.mp4', container: 'mov' as const, ...FILE, fps: 30, durationSecs: 1, looks: [look] }
  const shot = { startFrame: 0, endFrame: 30, isLoud: true, whip: 0, clip: 0, fromSecs: 0, speed: 1, looks }
  return keepPeople({ shot, file, framing: PLANNED, frame: FRAME, fps: 30 })
}
