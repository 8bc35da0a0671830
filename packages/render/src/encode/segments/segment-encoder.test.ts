import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTestFrames } from '../../../testing/test-frames.ts'
import type { VideoCodec } from '../codecs/codec.ts'
import { h264 } from '../codecs/h264.ts'
import { prores422 } from '../codecs/prores.ts'
import { vp9 } from '../codecs/vp9.ts'
import type { Planes } from '../frame-source.ts'
import { createSegmentEncoder } from './segment-encoder.ts'

const run = promisify(execFile)
const HASH_NOISE_SEGMENT = fileURLToPath(new URL('../../../testing/hash-noise-segment.ts', import.meta.url))

test('a segment starts with a key frame, loses no frame and keeps decoding times without a gap to its neighbours', () => {
  const encoder = createSegmentEncoder(createTestFrames({ frameCount: 60 }), h264, 'FULL')
  const first = encoder.encode(0, { start: 0, end: 30 })
  const second = encoder.encode(1, { start: 30, end: 60 })
  encoder.free()

  assert.equal(second.isKey[0], 1)
  assert.deepEqual(
    [...second.pts].sort((a, b) => a - b),
    Array.from({ length: 30 }, (_, i) => 30 + i),
  )
  const times = [...first.dts, ...second.dts]
  assert.deepEqual(
    times,
    times.map((_, i) => times[0]! + i),
  )
  assert.deepEqual(second.extradata, first.extradata)
})

test('a prescribed bit rate is spent, however little the pictures need', () => {
  const plain = createTestFrames({ frameCount: 60 })
  const frames = { ...plain, draw: () => plain.draw(0), bitRateMbps: 4 }
  const encoder = createSegmentEncoder(frames, h264, 'ULTRA')
  const { sizes, pts } = encoder.encode(0, { start: 0, end: 60 })
  encoder.free()
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const mbps = (bytes * 8) / 1e6 / (60 / plain.fps)
  assert.equal(pts.length, 60)
  assert.ok(mbps > 3.8 && mbps < 5.5, `${mbps} Mbit/s`)
})

test('a segment has the same bytes whatever was encoded before it', () => {
  const frames = createTestFrames({ width: 144, frameCount: 90 })
  const encoder = createSegmentEncoder(frames, h264, 'FULL')
  const alone = encoder.encode(2, { start: 60, end: 90 })
  encoder.encode(0, { start: 0, end: 30 })
  const again = encoder.encode(2, { start: 60, end: 90 })
  encoder.free()

  assert.deepEqual(again, alone)
})

for (const [name, codec, bitRateMbps] of [
  ['H.264', h264, undefined],
  ['H.264 at a prescribed rate', h264, 4],
  ['VP9', vp9, undefined],
  ['ProRes', prores422, undefined],
] as const) {
  test(`${name}: a segment has the same bytes at any place of a video`, () => {
    const frames = {
      ...createTestFrames({ width: 144, frameCount: 90 }),
      ...(bitRateMbps && { bitRateMbps }),
    }
    const shifted = { ...frames, draw: (frameIndex: number) => frames.draw(frameIndex + 60) }
    const late = createSegmentEncoder(frames, codec, 'FULL')
    const early = createSegmentEncoder(shifted, codec, 'FULL')
    const { pts, dts, index, ...one } = late.encode(2, { start: 60, end: 90 })
    const { pts: earlyPts, dts: earlyDts, index: _, ...other } = early.encode(0, { start: 0, end: 30 })
    late.free()
    early.free()

    assert.deepEqual(other, one)
    assert.deepEqual(
      [earlyPts, earlyDts],
      [pts, dts].map((times) => times.map((at) => at - 60)),
    )
  })
}

test('a segment that takes more than its ceiling is encoded anew with what keeps to it, and its frames are told once', () => {
  const frames = createTestFrames({ width: 144, frameCount: 60 })
  const coarse = { ...vp9.options({ size: frames.size, fps: frames.fps, quality: 'HD' }), crf: '50' }
  const { ceiling: _, ...unlimited } = vp9
  const encode = (codec: VideoCodec) => {
    const encoder = createSegmentEncoder(frames, codec, 'HD')
    const told: number[] = []
    const tell = (_planes: Planes, frameIndex: number) => told.push(frameIndex)
    const segments = [
      encoder.encode(0, { start: 0, end: 30 }, tell),
      encoder.encode(1, { start: 30, end: 60 }, tell),
    ]
    encoder.free()
    assert.deepEqual(told, [...Array(60).keys()])
    return segments
  }
  const free = encode(unlimited)
  const mbit = (free[0]!.bytes.length * 8) / 1e6
  const below = (share: number) =>
    encode({ ...unlimited, ceiling: () => ({ startMbit: 0, mbps: share * mbit, options: coarse }) })
  assert.deepEqual(below(100), free)
  assert.deepEqual(below(0.5), encode({ ...unlimited, options: () => coarse }))
})

test('a picture that is lent to the encoder gives the same bytes as one that is copied', () => {
  const scattered = createTestFrames({ width: 128, frameCount: 40 })
  const gathered = { ...scattered, draw: (frameIndex: number) => gather(scattered.draw(frameIndex)) }
  const memory = new Uint8Array(128 * 90 * 1.5)
  const gather = ({ y, u, v, ...strides }: Planes): Planes => {
    memory.set(y)
    memory.set(u, y.length)
    memory.set(v, y.length + u.length)
    const cut = (start: number, length: number) => memory.subarray(start, start + length)
    return {
      y: cut(0, y.length),
      u: cut(y.length, u.length),
      v: cut(y.length + u.length, v.length),
      ...strides,
    }
  }
  const [copied, lent] = [scattered, gathered].map((frames) => {
    const encoder = createSegmentEncoder(frames, h264, 'FULL')
    const segment = encoder.encode(0, { start: 0, end: 40 })
    encoder.free()
    return segment
  })

  assert.deepEqual(lent, copied)
})

test('no byte of a segment comes from memory that was never written', async () => {
  // glibc fills fresh memory with this value, so that using it shows.
  const hashes = await Promise.all(['85', '170'].map((fill) => hashInFreshProcess({ MALLOC_PERTURB_: fill })))
  assert.match(hashes[0]!, /^[0-9a-f]{64}$/)
  assert.equal(hashes[0], hashes[1])
})

async function hashInFreshProcess(env: Record<string, string>): Promise<string> {
  const { stdout } = await run(process.execPath, [HASH_NOISE_SEGMENT], { env })
  return stdout
}

test('a source that leaves memory behind gets a turn of the event loop after each frame, and the same bytes', async () => {
  const range = { start: 0, end: 12 }
  const turnsTaken = async (leavesMemory: boolean) => {
    const frames = { ...createTestFrames({ frameCount: 12 }), leavesMemory }
    const encoder = createSegmentEncoder(frames, h264, 'FULL')
    let turns = 0
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const { bytes } = await encoder.encodeInTurns(0, range)
    isOver = true
    const alone = encoder.encode(0, range).bytes
    encoder.free()
    return { turns, isSame: Buffer.compare(bytes, alone) === 0 }
  }
  const [gentle, plain] = [await turnsTaken(true), await turnsTaken(false)]
  assert.ok(gentle.turns >= 12, `${gentle.turns} turns`)
  assert.equal(plain.turns, 0)
  assert.ok(gentle.isSame && plain.isSame)
})
