import assert from 'node:assert/strict'
import { test } from 'node:test'
import { field } from '@songreel/kit'
import { createScene } from '@songreel/kit/drawing'
import { createDarkGradient } from '../../../testing/dark-gradient.ts'
import { decodeLuma, type Luma, packRows, type SegmentCodec } from '../../../testing/decode-luma.ts'
import { encodeAgain } from '../../../testing/encode-again.ts'
import { measureBands } from '../../../testing/measure-bands.ts'
import { createTestFrames } from '../../../testing/test-frames.ts'
import type { Quality } from '../../plan/render-plan.ts'
import type { VideoCodec } from '../codecs/codec.ts'
import { h264 } from '../codecs/h264.ts'
import { vp9 } from '../codecs/vp9.ts'
import type { FrameSource } from '../frame-source.ts'
import type { EncodedSegment } from './encoded-segment.ts'
import { createSegmentEncoder, specifyPictures } from './segment-encoder.ts'

const FRAME_COUNT = 24
/** No multiple of the distance between P-frames, so that all kinds of frames are met. */
const LOOK_EVERY = 7

for (const [name, codec, kind] of [
  ['MP4', h264, 'h264'],
  ['WEBM', vp9, 'vp9'],
] as const) {
  test(`${name}: a dark ground has no bands, neither as played nor after the encoder of a platform`, async () => {
    const scene = await createScene([darkGround()], {
      size: { width: 288, height: 512 },
      fps: 30,
      frameCount: FRAME_COUNT,
    })
    const played = encode(scene, 'FULL', codec)
    assert.ok(countBands(scene, played, kind) < 0.02, 'as played')
    for (const platform of ['h264', 'vp9'] as const) {
      const again = encodeAgain(played, kind, platform, specifyPictures(scene, 'FULL'))
      const bands = countBands(scene, again, platform)
      assert.ok(bands < 0.08, `${bands} after ${platform}`)
    }
    scene.close()
  })
}

test('dither alone would not do: the same gradient without grain falls into bands', () => {
  const source = createDarkGradient({ frameCount: FRAME_COUNT })
  const played = encode(source, 'FULL', h264)
  const again = encodeAgain(played, 'h264', 'h264', specifyPictures(source, 'FULL'))
  const bands = countBands(source, again, 'h264')
  assert.ok(bands > 0.3, `${bands}`)
})

test('a preview stays small', () => {
  const source = createTestFrames({ frameCount: FRAME_COUNT })
  const full = encode(source, 'FULL', h264).bytes.length
  assert.ok(encode(source, 'PREVIEW', h264).bytes.length < 0.8 * full)
})

test('however busy a video is, FULL takes 14 Mbit/s at most; ULTRA takes what it needs', () => {
  const source = createNoise({ frameCount: 4 * 30 })
  const rateOf = (quality: Quality) => (encode(source, quality, h264).bytes.length * 8) / 4e6
  const full = rateOf('FULL')
  assert.ok(full < 14.3, `${full} Mbit/s`)
  assert.ok(rateOf('ULTRA') > 1.3 * full)
})

/** Other noise in every frame. */
function createNoise({ frameCount }: { frameCount: number }): FrameSource {
  const plain = createTestFrames({ width: 416, height: 416, frameCount })
  return {
    ...plain,
    draw(frameIndex) {
      const planes = plain.draw(frameIndex)
      let state = 1 + frameIndex
      for (let i = 0; i < planes.y.length; i++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        planes.y[i] = state >>> 24
      }
      return planes
    },
  }
}

/** As dark covers give it: a gradient over a few values, which breathes. */
function darkGround() {
  return field({
    cells: 32,
    shade: ({ columns, rows, rgb }, frame) => {
      for (let i = 0; i < columns * rows; i++) {
        const x = (i % columns) / columns
        const y = Math.floor(i / columns) / rows
        const value = 20 + 4 * x + 8 * y + 2 * Math.sin(frame.secs + 3 * x)
        rgb.set([value * 0.8, value, value * 1.4], 3 * i)
      }
    },
  })
}

function encode(source: FrameSource, quality: Quality, codec: VideoCodec): EncodedSegment {
  const encoder = createSegmentEncoder(source, codec, quality)
  const segment = encoder.encode(0, { start: 0, end: source.frameCount })
  encoder.free()
  return segment
}

function countBands(source: FrameSource, segment: EncodedSegment, codec: SegmentCodec): number {
  const shares: number[] = []
  decodeLuma(
    segment,
    (luma: Luma, frameIndex: number) => {
      if (frameIndex % LOOK_EVERY > 0) return
      const { y, strideY } = source.draw(frameIndex)
      shares.push(measureBands({ ...source.size, values: packRows(y, strideY, source.size) }, luma))
    },
    codec,
  )
  assert.equal(shares.length, Math.ceil(source.frameCount / LOOK_EVERY))
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
