import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FrameSource } from '../encode/frame-source.ts'
import { measureLife } from './measure-life.ts'

/** 10 by 10 pixels with padding, of which a row is brighter by `step` in every second frame. */
function blinkRow(step: number, frameCount = 9): FrameSource {
  const y = new Uint8Array(10 * 16)
  const chroma = new Uint8Array(5 * 8)
  return {
    size: { width: 10, height: 10 },
    fps: 30,
    frameCount,
    draw: (frame) => {
      // What lies beside the picture is not part of it.
      y.fill(frame * 20)
      for (let row = 0; row < 10; row++) y.fill(100, row * 16, row * 16 + 10)
      y.fill(100 + (frame % 2) * step, 48, 58)
      return { y, u: chroma, v: chroma, strideY: 16, strideC: 8 }
    },
  }
}

test('the share of pixels and of luminance that changes is measured in the picture alone', () => {
  const { frames, ...means } = measureLife(blinkRow(22))
  assert.deepEqual(means, { changedPixels: 0.1, changedLuma: 2.2 / 219 })
  assert.ok(frames.every(({ changedPixels }) => changedPixels === 0.1))
})

test('dither and rounding are no change', () => {
  assert.equal(measureLife(blinkRow(2)).changedPixels, 0)
  assert.equal(measureLife(blinkRow(3)).changedPixels, 0.1)
})

test('a sample compares neighbours too', () => {
  // Every second frame looks the same: a sample that compared its own frames would see nothing.
  assert.equal(measureLife(blinkRow(22), { everyFrames: 2 }).changedPixels, 0.1)
  assert.equal(measureLife(blinkRow(22, 1)).changedPixels, 0)
})
