import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AudioTrack, Box, Frame } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { PACK } from './retro-cassette-deck/cassette.ts'
import { MEDIA, planLayout } from './retro-cassette-deck/layout.ts'
import { planDial } from './retro-cassette-deck/meters.ts'
import { planMotion } from './retro-cassette-deck/motion.ts'

const TITLES = [
  '',
  'X',
  'Infinite Sea',
  'The slow and steady drift of all the lights we left on in the house by the sea again',
]

for (const shape of ['9x16', '4x5', '1x1', '16x9']) {
  test(`${shape}: the parts of the deck stand in the frame and clear of each other, the type on its label`, () => {
    const size = sizeShape(shape, 1080)
    for (const medium of MEDIA) {
      for (const title of TITLES) {
        const words = { title, artist: 'Odalys Wren', note: title.slice(0, 40) }
        const layout = planLayout(size, words, { font: 'GROTESK', medium })
        const { card, bay, meters, analyser, knobs, label } = layout
        const parts = [
          card,
          bay,
          ...meters,
          ...knobs,
          ...(analyser ? [analyser] : []),
          ...(medium === 'CD' ? [label] : []),
        ]
        for (const [i, part] of parts.entries()) {
          assert.ok(isInside(part, { x: 0, y: 0, ...size }), `${medium}: part ${i} leaves the frame`)
          for (const other of parts.slice(i + 1)) assert.ok(!overlap(part, other), `${medium}: part ${i}`)
        }
        for (const { box, layout: type } of [layout.title, layout.artist, layout.note]) {
          if (type.lines.length === 0) continue
          const { left, top, right, bottom } = type.ink
          const ink = { x: box.x + left, y: box.y + top, width: right - left, height: bottom - top }
          assert.ok(isInside(ink, label), `${medium}: "${title}" leaves the label`)
          assert.ok(!type.isTruncated, `${medium}: "${title}" is cut off`)
        }
      }
    }
  })
}

test('a right-to-left title turns the face around', () => {
  const words = { title: 'ليل بلا نهاية', artist: 'نور الهدى', note: '' }
  const { art, bay } = planLayout(sizeShape('16x9', 1080), words, { font: 'GROTESK', medium: 'CASSETTE' })
  assert.ok(bay.x < art.x)
})

for (const shape of ['9x16', '4x5', '1x1', '16x9']) {
  test(`${shape}: no needle ever stands before the name of its scale`, () => {
    const words = { title: 'Infinite Sea', artist: 'Odalys Wren', note: '' }
    const { meters } = planLayout(sizeShape(shape, 1080), words, { font: 'GROTESK', medium: 'CASSETTE' })
    for (const meter of meters) {
      const { x, y, reach, name } = planDial(meter)
      // The leftmost needle, and half the width of it with its shadow.
      const needleAt = (down: number) => x - Math.tan(reach) * (y - down) - 8
      assert.ok(name.x + name.width < needleAt(name.y), 'at the upper edge of its letters')
      assert.ok(isInside(name, { x: 0, y: 0, width: meter.width, height: meter.height }))
    }
  })
}

/** Three hundred frames of music that is as loud as that. */
function aSong(levelAt: (index: number, band: number) => number): AudioTrack {
  return {
    fps: 30,
    frameCount: 300,
    beatSecs: [],
    downbeatSecs: [],
    bands: ({ index }: { index: number }) =>
      Float32Array.from({ length: 64 }, (_, band) => levelAt(index, band)),
    beat: () => 0,
    glow: () => 0,
  } as unknown as AudioTrack
}

test('a needle swings over most of its scale, however loud a song is, and rests where nothing is heard', () => {
  const read = (levelAt: (index: number) => number) => {
    const [{ level }] = planMotion(aSong(levelAt), 'FULL').meters
    const all = Array.from({ length: 300 }, (_, index) => level({ index } as Frame)).toSorted()
    return { low: all[15]!, middle: all[150]!, high: all[284]! }
  }
  for (const [name, mean, swing] of [
    ['loud', 0.7, 0.2],
    ['quiet', 0.3, 0.15],
  ] as const) {
    const { low, middle, high } = read((index) => mean + swing * Math.sin(index / 9))
    const told = `${name}: ${low}, ${middle}, ${high}`
    assert.ok(low < 0.3 && high > 0.65 && high < 0.9, told)
    assert.ok(middle > 0.35 && middle < 0.6, told)
  }
  assert.ok(read(() => 0).high < 0.02, 'silence')
  const steady = read((index) => 0.5 + 0.01 * Math.sin(index / 9))
  assert.ok(steady.high - steady.low < 0.15, 'a tone that stays as loud')
})

test('columns stand at different heights also in music that fills every band', () => {
  const { columns } = planMotion(
    aSong((_, band) => 0.65 + 0.08 * Math.sin(0.9 * band)),
    'FULL',
  )
  const levels = columns({ index: 90 })
  assert.ok(Math.max(...levels) > 0.75 && Math.min(...levels) < 0.5 * Math.max(...levels), levels.join(' '))
})

test('the tape that leaves one hub arrives on the other, and the smaller pack turns faster', () => {
  const [fps, frameCount] = [30, 300]
  const audio = aSong(() => 0)
  const { packs, hubs } = planMotion(audio, 'FULL')
  const at = (index: number): Frame => ({
    index,
    count: frameCount,
    fps,
    secs: index / fps,
    position: index / (frameCount - 1),
  })
  const tape = (index: number) => packs[0](at(index)) ** 2 + packs[1](at(index)) ** 2
  for (const index of [0, 77, 299]) assert.ok(Math.abs(tape(index) - PACK.full ** 2 - PACK.empty ** 2) < 1e-6)
  assert.ok(packs[0](at(0)) > packs[0](at(299)))
  const speed = (hub: 0 | 1, index: number) => hubs[hub](at(index)) - hubs[hub](at(index + 1))
  assert.ok(speed(0, 0) > 0 && speed(1, 0) > 1.5 * speed(0, 0))
  assert.ok(speed(0, 298) > 1.5 * speed(1, 298))
})

function isInside(box: Box, of: Box): boolean {
  return (
    box.x >= of.x - 0.5 &&
    box.y >= of.y - 0.5 &&
    box.x + box.width <= of.x + of.width + 0.5 &&
    box.y + box.height <= of.y + of.height + 0.5
  )
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
