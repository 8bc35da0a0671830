import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareLuma, type LumaDifference } from '../../../testing/compare-luma.ts'
import { createDarkGradient } from '../../../testing/dark-gradient.ts'
import { decodeLuma, packRows } from '../../../testing/decode-luma.ts'
import { h264 } from '../codecs/h264.ts'
import type { FrameSource } from '../frame-source.ts'
import type { EncodedSegment } from './encoded-segment.ts'
import { createSegmentEncoder } from './segment-encoder.ts'

const FRAME_COUNT = 30
/** No multiple of the distance between P-frames, so that all kinds of frames are met. */
const LOOK_EVERY = 7

test('a dark gradient keeps its dither in the qualities that are published', () => {
  const source = createDarkGradient({ frameCount: FRAME_COUNT })
  const { flatBefore, flatAfter } = countFlatBlocks(source, encode(source, 'FULL'))
  assert.equal(flatBefore, 0)
  // The settings of PREVIEW leave 0.84, and those that FULL had before left 0.64.
  assert.ok(flatAfter < 0.1, `${flatAfter} of the dark blocks lost their dither`)
})

test('a preview stays small, and noise is not given the bits that dither gets', () => {
  const source = createDarkGradient({ frameCount: FRAME_COUNT })
  const fullBytes = encode(source, 'FULL').bytes.length
  assert.ok(encode(source, 'PREVIEW').bytes.length * 2 < fullBytes)
  assert.ok(encode({ ...source, isNoisy: true }, 'FULL').bytes.length * 2 < fullBytes)
})

function encode(source: FrameSource, quality: 'PREVIEW' | 'FULL'): EncodedSegment {
  const encoder = createSegmentEncoder(source, h264, quality)
  const segment = encoder.encode(0, { start: 0, end: source.frameCount })
  encoder.free()
  return segment
}

function countFlatBlocks(source: FrameSource, segment: EncodedSegment) {
  const flat: LumaDifference[] = []
  decodeLuma(segment, (luma, frameIndex) => {
    if (frameIndex % LOOK_EVERY > 0) return
    const { y, strideY } = source.draw(frameIndex)
    flat.push(compareLuma({ ...source.size, values: packRows(y, strideY, source.size) }, luma))
  })
  assert.equal(flat.length, Math.ceil(source.frameCount / LOOK_EVERY))
  const mean = (key: 'flatBefore' | 'flatAfter') =>
    flat.reduce((sum, each) => sum + each[key], 0) / flat.length
  return { flatBefore: mean('flatBefore'), flatAfter: mean('flatAfter') }
}
