import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance, letterpress } from '@songreel/kit'
import { createScene } from '@songreel/kit/drawing'
import { compareLuma } from '../../../testing/compare-luma.ts'
import { decodeLuma, packRows, type SegmentCodec } from '../../../testing/decode-luma.ts'
import { encodeAgain } from '../../../testing/encode-again.ts'
import { createTestFrames } from '../../../testing/test-frames.ts'
import type { VideoCodec } from '../codecs/codec.ts'
import { h264 } from '../codecs/h264.ts'
import { vp9 } from '../codecs/vp9.ts'
import type { FrameSource } from '../frame-source.ts'
import type { EncodedSegment } from './encoded-segment.ts'
import { createSegmentEncoder, specifyPictures } from './segment-encoder.ts'

const SIZE = { width: 288, height: 512 }
const FRAME_COUNT = 30
/** No multiple of the distance between P-frames, so that all kinds of frames are met. */
const LOOK_EVERY = 7
const ROW_PX = 16
const QUALITY = 'HD'

test('small letters are as good in a WEBM as in an MP4, played and after a platform, for at most twice the bits', async () => {
  const scene = await drawLetters()
  const mp4 = encode(scene, h264)
  const webm = encode(scene, vp9)
  const size = webm.bytes.length / mp4.bytes.length
  assert.ok(size < 2, `${size} times the MP4`)
  const better = compare(scene, webm, 'vp9') - compare(scene, mp4, 'h264')
  assert.ok(better > -0.002, `${better} as played`)
  for (const platform of ['h264', 'vp9'] as const) {
    const post = (segment: EncodedSegment, codec: SegmentCodec) =>
      compare(scene, encodeAgain(segment, codec, platform, specifyPictures(scene, QUALITY)), platform)
    const difference = post(webm, 'vp9') - post(mp4, 'h264')
    assert.ok(difference > -0.004, `${difference} after ${platform}`)
  }
  scene.close()
})

test('what moves evenly is as good in a WEBM as in an MP4, for about its bits', () => {
  const source = createTestFrames({ ...SIZE, frameCount: FRAME_COUNT })
  const [mp4, webm] = [encode(source, h264), encode(source, vp9)]
  const size = webm.bytes.length / mp4.bytes.length
  assert.ok(size < 1.3, `${size} times the MP4`)
  const better = compare(source, webm, 'vp9') - compare(source, mp4, 'h264')
  assert.ok(better > -0.001, `${better}`)
})

for (const [name, codec] of [
  ['MP4', h264],
  ['WEBM', vp9],
] as const) {
  test(`${name}: small letters take far fewer bits than the same picture without a word about them`, async () => {
    const scene = await drawLetters()
    const { size, fps, frameCount } = scene
    const plain = { size, fps, frameCount, draw: scene.draw }
    const share = encode(scene, codec).bytes.length / encode(plain, codec).bytes.length
    assert.ok(share < 0.7, `${share}`)
    scene.close()
  })
}

/** Rows of strokes as wide as letters, which go either way on two beats. */
function drawLetters() {
  const rows = Array.from({ length: SIZE.height / ROW_PX }, (_, i) => ({ y: i * ROW_PX, height: ROW_PX }))
  return createScene(
    [
      letterpress({
        ground: '#101418',
        rows,
        pictures: [
          (ctx) => {
            const tones = ctx.createLinearGradient(0, 0, SIZE.width, SIZE.height)
            tones.addColorStop(0, 'rgba(240, 220, 200, 1)')
            tones.addColorStop(1, 'rgba(200, 120, 90, 0.2)')
            ctx.fillStyle = tones
            ctx.fillRect(0, 0, SIZE.width, SIZE.height)
          },
        ],
        types: [
          (ctx, row) => {
            for (let i = 0; i < 30; i++) ctx.fillRect(i * 8, 2, 2 + 4 * chance(row, i), ROW_PX - 4)
            return 240
          },
        ],
        place: (printed, row, { index }) => {
          const way = Math.min(6, index % 15) * 2 + Math.floor(index / 15) * 12
          printed.shift = row % 2 === 0 ? way : -way
        },
      }),
    ],
    { size: SIZE, fps: 30, frameCount: FRAME_COUNT },
  )
}

function encode(source: FrameSource, codec: VideoCodec): EncodedSegment {
  const encoder = createSegmentEncoder(source, codec, QUALITY)
  const segment = encoder.encode(0, { start: 0, end: source.frameCount })
  encoder.free()
  return segment
}

/** How similar the pictures of a segment are to what was drawn, on average. */
function compare(source: FrameSource, segment: EncodedSegment, codec: SegmentCodec): number {
  const similar: number[] = []
  decodeLuma(
    segment,
    (luma, frameIndex) => {
      if (frameIndex % LOOK_EVERY > 0) return
      const { y, strideY } = source.draw(frameIndex)
      const drawn = { ...source.size, values: packRows(y, strideY, source.size) }
      similar.push(compareLuma(drawn, luma).ssim)
    },
    codec,
  )
  assert.equal(similar.length, Math.ceil(source.frameCount / LOOK_EVERY))
  return similar.reduce((sum, each) => sum + each, 0) / similar.length
}
