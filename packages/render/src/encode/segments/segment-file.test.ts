import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { CELL_COUNT } from '../picture-meter.ts'
import { readSegmentFile, writeSegmentFile } from './segment-file.ts'

const KEY = 'ab'.repeat(32)
const RANGE = { start: 120, end: 125 }
const COUNT = RANGE.end - RANGE.start

/** Five frames, one of them shown before it would be its turn, as B-frames are. */
function aSegment() {
  const segment = {
    index: 1,
    frameCount: COUNT,
    bytes: Uint8Array.from({ length: 15 }, (_, i) => i),
    sizes: Uint32Array.of(5, 4, 3, 2, 1),
    pts: Int32Array.of(120, 122, 121, 123, 124),
    dts: Int32Array.of(119, 120, 121, 122, 123),
    isKey: Uint8Array.of(1, 0, 0, 0, 0),
    extradata: Uint8Array.of(9, 8, 7),
  }
  const cells = () => Float32Array.from({ length: COUNT * CELL_COUNT }, (_, i) => i / 1000)
  const liveliness = Float32Array.of(1, 2, 3, 4, 5)
  // Red that is not saturated is below 0.
  const redness = cells().map((value, i) => (i % 2 === 0 ? value : -value))
  return { segment, readings: { frameCount: COUNT, luminance: cells(), redness, liveliness } }
}

const FILE = writeSegmentFile(aSegment(), KEY, RANGE)!
const PLACE = { index: 1, range: RANGE }

test('a kept segment comes back as it was, and at another place with that one’s times', () => {
  assert.deepEqual(readSegmentFile(FILE, KEY, PLACE), aSegment())
  const elsewhere = readSegmentFile(FILE, KEY, { index: 7, range: { start: 840, end: 845 } })
  assert.deepEqual([...elsewhere!.segment.pts], [840, 842, 841, 843, 844])
  assert.deepEqual([...elsewhere!.segment.dts], [839, 840, 841, 842, 843])
})

test('a segment is taken only under its own key and for as many frames', () => {
  assert.equal(readSegmentFile(FILE, 'cd'.repeat(32), PLACE), undefined)
  assert.equal(readSegmentFile(FILE, KEY, { index: 1, range: { start: 120, end: 124 } }), undefined)
})

test('no change of a single byte, no cut and no addition goes unnoticed', () => {
  for (let at = 0; at < FILE.length; at++) {
    const changed = FILE.slice()
    changed[at]! ^= 0x40
    assert.equal(readSegmentFile(changed, KEY, PLACE), undefined, `byte ${at}`)
  }
  for (const length of [0, 7, 40, 52, 53, 84, FILE.length - 33, FILE.length - 1])
    assert.equal(readSegmentFile(FILE.slice(0, length), KEY, PLACE), undefined, `${length} bytes`)
  assert.equal(readSegmentFile(Buffer.concat([FILE, Buffer.of(0)]), KEY, PLACE), undefined)
})

test('whoever can compute the hash still gets no nonsense in', () => {
  const words: [string, number, number][] = [
    ['more packets than the file has', 40, 1e9],
    ['another length of the extradata', 44, 4],
    ['packets of 4 GB', 48, 0xffffffff],
    ['a packet of another size', 52, 6],
    ['a picture that is shown twice', 52 + 4 * COUNT, 2],
    ['a picture beyond the segment', 52 + 4 * COUNT, 5],
    ['a picture before the segment', 52 + 4 * COUNT, 0xffffffff],
    ['packets out of order', 52 + 8 * COUNT, 3],
    ['a packet long before its time', 52 + 8 * COUNT, -1000 >>> 0],
    ['no key frame at its start', 52 + 12 * COUNT, 0],
    ['light that is no number', 52 + 12 * COUNT + 8, 0x7fc00000],
    ['negative light', 52 + 12 * COUNT + 8, 0xbf800000],
  ]
  for (const [what, at, value] of words) {
    const forged = Buffer.from(FILE)
    forged.writeUInt32LE(value, at)
    createHash('sha256')
      .update(forged.subarray(0, -32))
      .digest()
      .copy(forged, forged.length - 32)
    assert.equal(readSegmentFile(forged, KEY, PLACE), undefined, what)
  }
})

test('a segment with other packets than frames is not kept', () => {
  assert.equal(writeSegmentFile(aSegment(), KEY, { start: 120, end: 126 }), undefined)
})
