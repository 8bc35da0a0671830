import { createHash } from 'node:crypto'
import { h264 } from '../src/encode/codecs/h264.ts'
import { createSegmentEncoder } from '../src/encode/segments/segment-encoder.ts'
import { createTestFrames } from './test-frames.ts'

// A program: prints the hash of an encoded segment. Noise in a width that is no multiple of 128 brings out
// x264's AVX-512 fault, and only a process of its own can be given a memory filler.
const frames = createTestFrames({ width: 144, frameCount: 20 })
let seed = 1
const noisy = {
  ...frames,
  draw(frameIndex: number) {
    const planes = frames.draw(frameIndex)
    planes.y.forEach((value, i) => {
      seed = (seed * 1_664_525 + 1_013_904_223) >>> 0
      planes.y[i] = (value + (seed >>> 29)) & 255
    })
    return planes
  },
}
const encoder = createSegmentEncoder(noisy, h264, 'FULL')
const { bytes } = encoder.encode(0, { start: 0, end: frames.frameCount })
process.stdout.write(createHash('sha256').update(bytes).digest('hex'))
