import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareLuma } from '../testing/compare-luma.ts'
import { createDarkGradient } from '../testing/dark-gradient.ts'
import { decodeLuma, packRows } from '../testing/decode-luma.ts'
import { mp4 } from './formats/mp4.ts'
import type { FrameSource } from './frame-source.ts'
import { createSegmentEncoder } from './segment-encoder.ts'

const FRAME_COUNT = 30

test('a dark gradient keeps its dither in the qualities that are published', () => {
  const { flatBefore, flatAfter } = encodeAndCompare(createDarkGradient({ frameCount: FRAME_COUNT }), 'FULL')
  assert.ok(flatBefore < 0.02, `the source itself has ${flatBefore} flat blocks`)
  // The settings of PREVIEW, at the CRF that FULL had with them, leave 0.6.
  assert.ok(flatAfter < 0.1, `${flatAfter} of the dark blocks lost their dither`)
})

test('a preview stays small, and noise is not given the bits that dither gets', () => {
  const gradient = createDarkGradient({ frameCount: FRAME_COUNT })
  const full = encodeAndCompare(gradient, 'FULL')
  assert.ok(encodeAndCompare(gradient, 'PREVIEW').bytes * 2 < full.bytes)
  assert.ok(encodeAndCompare({ ...gradient, isNoisy: true }, 'FULL').bytes * 2 < full.bytes)
})

function encodeAndCompare(source: FrameSource, quality: 'PREVIEW' | 'FULL') {
  const encoder = createSegmentEncoder(source, mp4.video, quality)
  const segment = encoder.encode(0, { start: 0, end: source.frameCount })
  encoder.free()
  let flatBefore = 0
  let flatAfter = 0
  decodeLuma(segment, (luma, frameIndex) => {
    const { y, strideY } = source.draw(frameIndex)
    const difference = compareLuma({ ...source.size, values: packRows(y, strideY, source.size) }, luma)
    flatBefore += difference.flatBefore / source.frameCount
    flatAfter += difference.flatAfter / source.frameCount
  })
  return { flatBefore, flatAfter, bytes: segment.bytes.length }
}
