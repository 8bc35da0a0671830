import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AudioTrack, planFrame } from '@songreel/kit'
import { sizeShape } from '@songreel/render'
import { planBack } from './visual-cover-box/back.ts'
import { planLayout, WIDEST } from './visual-cover-box/layout.ts'
import { planMotion } from './visual-cover-box/motion.ts'

const TITLES = [
  '',
  'X',
  'Glass Weather',
  'The slow and steady drift of all the lights we left on in the house by the sea',
]

for (const shape of ['9x16', '1x1', '4x5', '16x9', '3x1', '1x3']) {
  test(`${shape}: the box stays in the frame however it turns, clear of the type`, () => {
    const size = sizeShape(shape, 1080)
    for (const title of TITLES) {
      const { box, texts, mirrored } = planLayout(
        size,
        { kicker: 'Out now', title, artist: 'Iris Okafor' },
        'GROTESK',
      )
      const rim = ((WIDEST - 1) * box.width) / 2
      assert.ok(box.x - rim >= 0 && box.x + box.width + rim <= size.width, `"${title}" leaves the frame`)
      assert.ok(box.y >= 0 && box.y + box.height < size.height)
      assert.ok(
        mirrored > 0.05 && box.y + (1 + mirrored) * box.height < size.height,
        `${mirrored} is mirrored`,
      )
      assert.ok(box.width > 0.38 * Math.min(size.width, size.height), `"${title}" leaves ${box.width}`)
      for (const { box: place, layout } of texts) {
        if (layout.lines.length === 0) continue
        const isBeside =
          place.x + layout.ink.right < box.x - rim || place.x + layout.ink.left > box.x + box.width + rim
        assert.ok(isBeside || place.y + layout.ink.bottom < box.y - rim / 2, `"${title}" meets the box`)
      }
    }
  })
}

test('the box that faces the eye stands on the edge of the title in a tall frame, and at the other one, larger, in a square', () => {
  const artist = 'Iris Okafor'
  for (const [title, isEnd] of [
    ['Glass Weather', false],
    ['ليل طويل', true],
  ] as const)
    for (const [shape, share] of [
      ['9x16', 0.84],
      ['1x1', 0.62],
    ] as const) {
      const size = sizeShape(shape, 1080)
      const { safe } = planFrame(size)
      const { box, texts } = planLayout(size, { kicker: '', title, artist }, 'GROTESK')
      const told = `${shape} "${title}": ${JSON.stringify(box)}`
      const isAtStart = shape === '9x16' ? !isEnd : isEnd
      const [atStart, atEnd] = [box.x - safe.x, safe.x + safe.width - box.x - box.width]
      assert.ok(Math.abs(isAtStart ? atStart : atEnd) < 1, told)
      assert.ok(box.width >= share * 1080, told)
      for (const { box: place, layout } of texts) {
        if (layout.lines.length === 0) continue
        const { left, right } = layout.ink
        const fromEdge = isEnd ? safe.x + safe.width - place.x - right : place.x + left - safe.x
        assert.ok(Math.abs(fromEdge) < 16, `${told}: a line is ${fromEdge} from its edge`)
      }
    }
})

test('the cover is never turned so far that a face on it is squeezed, and still turns', () => {
  const beatSecs = Array.from({ length: 15 }, (_, i) => 0.1 + 0.5 * i)
  const downbeatSecs = beatSecs.filter((_, i) => i % 4 === 0)
  const audio = {
    beatSecs,
    downbeatSecs,
    durationSecs: 7.5,
    sections: [{ startSecs: 0, endSecs: 7.5, energy: 1 }],
  } as unknown as AudioTrack
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const { turn } = planMotion(audio, 'FULL', seed, false)
    const turns = Array.from({ length: 225 }, (_, index) =>
      turn({ index, secs: index / 30, fps: 30, count: 225, position: index / 225 }),
    )
    assert.ok(Math.max(...turns.map(Math.abs)) <= 20, `${Math.max(...turns)} and ${Math.min(...turns)}`)
    assert.ok(Math.max(...turns) > 10 && Math.min(...turns) < -10)
  }
})

test('a new part of the song spins the box around, which is hardly ever seen from its edge', () => {
  const sections = [0, 4, 8].map((startSecs, i) => ({ startSecs, endSecs: startSecs + 4, energy: i % 2 }))
  const audio = { beatSecs: [], downbeatSecs: [], durationSecs: 12, sections } as unknown as AudioTrack
  for (const seed of [1, 2, 3, 4]) {
    const { turn } = planMotion(audio, 'FULL', seed, false)
    const turns = Array.from({ length: 360 }, (_, index) =>
      turn({ index, secs: index / 30, fps: 30, count: 360, position: index / 360 }),
    )
    assert.ok(Math.abs(turns.at(-1)! - turns[0]!) > 600, 'it spins twice')
    const slim = turns.filter((degrees) => Math.abs(Math.cos((degrees * Math.PI) / 180)) < 0.5).length
    assert.ok(slim <= 4 * 4, `${slim} of 360 frames show a sliver`)
  }
})

test('the video ends on the front, wherever the last part of the song begins', () => {
  for (let last = 6; last < 12; last += 0.5) {
    const sections = [
      { startSecs: 0, endSecs: last, energy: 0 },
      { startSecs: last, endSecs: 12, energy: 1 },
    ]
    const audio = { beatSecs: [], downbeatSecs: [], durationSecs: 12, sections } as unknown as AudioTrack
    for (const seed of [1, 2, 3, 4]) {
      const { turn } = planMotion(audio, 'FULL', seed, false)
      for (let index = 320; index < 360; index++) {
        const degrees = turn({ index, secs: index / 30, fps: 30, count: 360, position: index / 360 })
        assert.ok(Math.cos((degrees * Math.PI) / 180) > 0.9, `${degrees} degrees after ${index / 30} s`)
      }
    }
  }
})

test('the back names the release in letters that can be read, inside of its margins, with a small cover where it has room', () => {
  const side = 900
  for (const title of [...TITLES, 'ليل طويل'])
    for (const album of ['', 'Still Water'])
      for (const kicker of ['', 'Out now']) {
        const song = { title, artist: 'Iris Okafor', album }
        const { texts, rule, art } = planBack(side, song, { font: 'GROTESK', kicker })
        const inks = texts.filter(({ layout }) => layout.lines.length > 0)
        for (const { box, layout } of inks) {
          assert.ok(layout.sizePx >= 0.032 * side && !layout.isTruncated, `${title}: ${layout.sizePx} px`)
          assert.ok(box.x + layout.ink.left >= 60 && box.x + layout.ink.right <= side - 60)
          // Lower down the floor would show it upside down.
          assert.ok(box.y >= 60 && box.y + layout.ink.bottom <= 0.75 * side)
          if (art) assert.ok(box.y + layout.ink.bottom + 30 <= art.y, `${title}: on the cover`)
          const isAbove = box.y + layout.ink.bottom < rule.y
          assert.ok(isAbove || box.y + layout.ink.top > rule.y + rule.height, `${title}: on the rule`)
        }
        if (title.length < 20) assert.ok(art && art.width >= 0.3 * side && art.width <= 0.4 * side)
      }
})
