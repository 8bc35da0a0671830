import { createHash } from 'node:crypto'
import { MAX_SEGMENT_BYTES } from '../../kept/segment-store.ts'
import type { FrameRange } from '../frame-source.ts'
import { CELL_COUNT } from '../picture-meter.ts'
import type { DrawnSegment } from './encoded-segment.ts'

// A kept segment: what the muxer writes, and what was read from its pictures. Numbers are little-endian, as on all machines that
// we run on. Times count from the segment's own start, because it may come back at another place of a video.
//
//   "songseg1", key (32 bytes), and 32 bits each: count of packets, bytes of extradata, bytes of all packets
//   for each packet 32 bits each: size, pts, dts; then 8 bits each: whether it is a key frame
//   filled up to 32 bits, 32-bit floats: luminance and redness of each cell of each frame, liveliness of each frame
//   extradata, packets, SHA-256 of all of this

const MAGIC = Buffer.from('songseg1')
const KEY_BYTES = 32
const HEAD_BYTES = MAGIC.length + KEY_BYTES + 3 * 4
const CHECK_BYTES = 32
const MAX_EXTRADATA_BYTES = 4096
/** How far decoding may run ahead of showing, in frames. */
const MAX_REORDER = 64

type SegmentParts = Pick<DrawnSegment, 'segment' | 'readings'>

/** Writes a segment for later; undefined if it is none that could be read again. */
export function writeSegmentFile(
  { segment, readings }: SegmentParts,
  key: string,
  range: FrameRange,
): Uint8Array | undefined {
  const { bytes, sizes, extradata, isKey } = segment
  const count = range.end - range.start
  if (sizes.length !== count || readings.frameCount !== count) return undefined
  const totalBytes = measureFile(count, extradata.length, bytes.length)
  if (totalBytes > MAX_SEGMENT_BYTES) return undefined
  const parts: ArrayBufferView[] = [
    MAGIC,
    Buffer.from(key, 'hex'),
    Uint32Array.of(count, extradata.length, bytes.length),
    sizes,
    segment.pts.map((at) => at - range.start),
    segment.dts.map((at) => at - range.start),
    isKey,
    new Uint8Array(fillUp(count)),
    readings.luminance,
    readings.redness,
    readings.liveliness,
    extradata,
    bytes,
  ]
  const file = new Uint8Array(totalBytes)
  let at = 0
  for (const { buffer, byteOffset, byteLength } of parts) {
    file.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += byteLength
  }
  file.set(hash(file.subarray(0, at)), at)
  return file
}

/**
 * Reads a kept segment for this place of a video. A store may hold anything, so everything is looked at: undefined unless it
 * is whole, has this key and as many frames, and its numbers are such as an encoder gives.
 */
export function readSegmentFile(
  file: Uint8Array,
  key: string,
  { index, range }: { index: number; range: FrameRange },
): SegmentParts | undefined {
  if (file.length < HEAD_BYTES + CHECK_BYTES || file.length > MAX_SEGMENT_BYTES) return undefined
  const isOurs = MAGIC.equals(file.subarray(0, MAGIC.length)) && Buffer.from(key, 'hex').equals(takeKey(file))
  if (!isOurs || !hash(file.subarray(0, -CHECK_BYTES)).equals(file.subarray(-CHECK_BYTES))) return undefined
  const read = createReader(file, HEAD_BYTES - 3 * 4)
  const [count = 0, extradataBytes = 0, packetBytes = 0] = read.uints(3)
  const isFitting = count === range.end - range.start && extradataBytes <= MAX_EXTRADATA_BYTES
  if (!isFitting || measureFile(count, extradataBytes, packetBytes) !== file.length) return undefined
  const sizes = read.uints(count)
  const pts = read.ints(count)
  const dts = read.ints(count)
  const isKey = read.bytes(count)
  read.bytes(fillUp(count))
  const luminance = read.floats(count * CELL_COUNT)
  const redness = read.floats(count * CELL_COUNT)
  const liveliness = read.floats(count)
  const extradata = read.bytes(extradataBytes)
  const bytes = read.bytes(packetBytes)
  const isSound =
    sizes.reduce((sum, size) => sum + size, 0) === packetBytes &&
    hasSoundTimes(pts, dts) &&
    isKey[0] === 1 &&
    [luminance, liveliness].every((values) => values.every((value) => value >= 0 && value < 1e6)) &&
    redness.every((value) => Math.abs(value) < 1e6)
  if (!isSound) return undefined
  return {
    segment: {
      index,
      frameCount: count,
      bytes,
      sizes,
      pts: pts.map((at) => at + range.start),
      dts: dts.map((at) => at + range.start),
      isKey,
      extradata,
    },
    readings: { frameCount: count, luminance, redness, liveliness },
  }
}

function measureFile(count: number, extradataBytes: number, packetBytes: number): number {
  const packets = count * (3 * 4 + 1) + fillUp(count)
  const readings = count * (2 * CELL_COUNT + 1) * 4
  return HEAD_BYTES + packets + readings + extradataBytes + packetBytes + CHECK_BYTES
}

function fillUp(bytes: number): number {
  return (4 - (bytes % 4)) % 4
}

function takeKey(file: Uint8Array): Uint8Array {
  return file.subarray(MAGIC.length, MAGIC.length + KEY_BYTES)
}

function hash(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** Each frame is shown once, packets come in the order of decoding, and none is shown before it is decoded. */
function hasSoundTimes(pts: Int32Array, dts: Int32Array): boolean {
  const isShown = new Uint8Array(pts.length)
  for (const [i, shown] of pts.entries()) {
    const decoded = dts[i] ?? 0
    if (!(shown >= 0 && shown < pts.length) || isShown[shown]) return false
    isShown[shown] = 1
    if (i > 0 && decoded <= (dts[i - 1] ?? 0)) return false
    if (Math.abs(decoded - i) > MAX_REORDER) return false
  }
  return true
}

/** Takes one part after the other, each as a copy on memory of its own, as those that a thread hands over. */
function createReader(file: Uint8Array, start: number) {
  let at = start
  const take = (byteCount: number): ArrayBuffer => {
    const part = new Uint8Array(byteCount)
    part.set(file.subarray(at, at + byteCount))
    at += byteCount
    return part.buffer
  }
  return {
    uints: (count: number) => new Uint32Array(take(count * 4)),
    ints: (count: number) => new Int32Array(take(count * 4)),
    floats: (count: number) => new Float32Array(take(count * 4)),
    bytes: (count: number) => new Uint8Array(take(count)),
  }
}
