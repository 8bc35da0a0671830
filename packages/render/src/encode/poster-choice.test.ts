import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CELL_COUNT, type PictureReadings } from './picture-meter.ts'
import { chooseCandidate, createPosterChoice, type PosterCandidate } from './poster-choice.ts'

const FPS = 30
const FRAMES = 300

test('candidates come from all of the middle, one from each stretch', () => {
  const found = framesOf(look({}))
  assert.equal(found.length, 6)
  assert.ok(found.every((frame) => frame >= 15 && frame < 285))
  assert.deepEqual(
    found.map((frame) => Math.floor((frame - 15) / 45)),
    [0, 1, 2, 3, 4, 5],
  )
})

test('among equal pictures a loud beat is taken', () => {
  const beats = [30, 75, 120, 165, 210, 255]
  const music = (frame: number) => (beats.includes(frame) ? 1 : 0.2)
  assert.deepEqual(framesOf(look({ music })), beats)
})

test('frames inside a transition are left out, however bright they are', () => {
  // A cut with a flash of light: the brightest frames of the whole video.
  const isFlash = (frame: number) => frame >= 100 && frame < 104
  const found = look({
    liveliness: (frame) => (isFlash(frame) ? 3 : 1),
    light: (frame) => (isFlash(frame) ? 0.9 : frame < 100 ? 0.2 : 0.4),
  })
  for (const { frame } of found) assert.ok(frame < 95 || frame > 109, `frame ${frame}`)
})

test('a picture that pulses on every beat is not taken for one transition', () => {
  const found = look({ light: (frame) => 0.3 + 0.25 * Math.exp(-(frame % 15) / 5) })
  assert.ok(found.every(({ score }) => score > 0))
})

test('the candidate with the most to see wins over one that is only a little louder', () => {
  const candidates = [
    { frame: 40, score: 1.25 },
    { frame: 160, score: 1.1 },
  ]
  assert.equal(chooseCandidate(candidates, [4, 8]), 1)
  assert.equal(chooseCandidate(candidates, [8, 8]), 0)
})

test('the shortest videos have a poster too', () => {
  for (const frameCount of [1, 2, 5]) {
    const found = look({ frameCount })
    assert.ok(found.length >= 1)
    for (const { frame } of found) assert.ok(frame >= 0 && frame < frameCount)
  }
})

type Video = {
  frameCount?: number
  liveliness?: (frame: number) => number
  light?: (frame: number) => number
  music?: (frame: number) => number
}

function look({ frameCount = FRAMES, liveliness, light, music }: Video): PosterCandidate[] {
  const each = (value: ((frame: number) => number) | undefined, usual: number) =>
    Float32Array.from({ length: frameCount }, (_, frame) => value?.(frame) ?? usual)
  const curve = each(music, 0.5)
  const choice = createPosterChoice({ fps: FPS, frameCount, beat: curve, loudness: curve })
  const lights = each(light, 0.3)
  const lively = each(liveliness, 1)
  // In two segments, as threads deliver them.
  for (const [from, to] of [
    [0, frameCount >> 1],
    [frameCount >> 1, frameCount],
  ] as const) {
    const cells = Float32Array.from({ length: (to - from) * CELL_COUNT }, (_, i) => {
      return lights[from + Math.floor(i / CELL_COUNT)]!
    })
    const readings: PictureReadings = {
      frameCount: to - from,
      luminance: cells,
      redness: new Float32Array(cells.length),
      liveliness: lively.slice(from, to),
    }
    choice.add(readings)
  }
  return choice.candidates()
}

function framesOf(candidates: PosterCandidate[]): number[] {
  return candidates.map(({ frame }) => frame)
}
