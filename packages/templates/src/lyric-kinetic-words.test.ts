import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Cover,
  contrast,
  hexToOklch,
  type LyricLine,
  planFrame,
  tameRed,
  toGroundTone,
} from '@songreel/kit'
import { describeCover } from '@songreel/kit/input'
import { GROUND_CONTRAST, skipSlivers, turnRed } from './lyric-kinetic-words/panels.ts'
import { planPhrases } from './lyric-kinetic-words/phrases.ts'
import { fillRoom, layAtFoot } from './lyric-kinetic-words/pictures.ts'
import { planStage } from './lyric-kinetic-words/stage.ts'
import { inkWords } from './lyric-kinetic-words/words.ts'

const BOX = { x: 65, y: 270, width: 875, height: 1170 }

function sing(text: string, startSecs: number, isBackground = false): LyricLine {
  const words = text.split(' ').map((word, i) => {
    const from = startSecs + 0.3 * i
    return { text: word, startSecs: from, endSecs: from + 0.3 }
  })
  return { text, startSecs, endSecs: startSecs + 2, words, ...(isBackground && { isBackground }) }
}

test('the same words have the same size each time, with voices behind them or without', () => {
  const lines = [
    sing('Louder than rain', 0),
    sing('louder than rain!', 4),
    sing('oh oh', 4.2, true),
    sing('Come home', 8),
  ]
  const phrases = planPhrases(lines, { rooms: [BOX], font: 'CONDENSED', durationSecs: 12 })
  const sizes = (startSecs: number) =>
    phrases
      .find((phrase) => phrase.startSecs === startSecs && !phrase.isBackground)
      ?.words.map(({ row }) => Math.round(row.sizePx))
  const [first = [], again = []] = [sizes(0), sizes(4)]
  assert.equal(first.length, 3)
  for (const [i, size] of first.entries())
    assert.ok(Math.abs(size / (again[i] ?? 0) - 1) < 0.2, `word ${i}: ${size} px, then ${again[i]}`)
  const [behind] = phrases.filter(({ isBackground }) => isBackground)
  const lowest = Math.max(
    ...phrases
      .filter(({ startSecs }) => startSecs === 4)
      .flatMap(({ words }) => words.map(({ box }) => box.y + 0.8 * box.height)),
  )
  assert.ok(behind && lowest <= (behind.words[0]?.box.y ?? 0) + 0.2 * BOX.height, 'voices behind stand below')
})

test('a word of one or two letters stands in one row with the next', () => {
  for (const text of ['I hear', 'I hear thunder', 'Go to the river', 'Oh my love']) {
    const [phrase] = planPhrases([sing(text, 0)], { rooms: [BOX], font: 'CONDENSED', durationSecs: 4 })
    const rows = [...new Set(phrase?.words.map(({ row }) => row))]
    for (const row of rows.slice(0, -1)) {
      const words = row.lines.map((line) => line.text).join(' ')
      assert.ok(words.length > 2, `"${words}" of "${text}" is alone`)
    }
  }
})

test('phrases are parted alike in a frame of any size', () => {
  const part = (text: string, scale: number) => {
    const box = { x: 0, y: 0, width: BOX.width * scale, height: 0.4 * BOX.height * scale }
    const [phrase] = planPhrases([sing(text, 0)], { rooms: [box], font: 'GROTESK', durationSecs: 4 })
    return [...new Set(phrase?.words.map(({ row }) => row.lines.map((line) => line.text).join(' ')))]
  }
  for (const text of [
    'Say it louder',
    'through every wall',
    'somebody remembered',
    'over the mountains we go',
  ])
    assert.deepEqual(part(text, 0.1), part(text, 1))
})

const LOW = { x: 65, y: 390, width: 875, height: 410 }

test('phrases take the rooms in turn, and words that come again the room they had', () => {
  const texts = [
    'Louder than the rain',
    'Come home to me now',
    'Louder than the rain',
    'Louder than the rain',
    'Nobody told us how',
  ]
  const lines = texts.map((text, i) => sing(text, 4 * i))
  const phrases = planPhrases(lines, { rooms: [BOX, BOX], font: 'CONDENSED', durationSecs: 20 })
  assert.deepEqual(
    phrases.map(({ room }) => room),
    [0, 1, 0, 0, 0],
    'and both ends the first room',
  )
  const [first, , again] = phrases.map(({ words }) => words.map(({ row, box }) => [row.sizePx, box.y]))
  assert.deepEqual(first, again)
})

test('a phrase that would leave most of a high room empty takes the lower one, also where it is the turn of the other', () => {
  const lines = [sing('Say it slowly', 0), sing('Everlasting', 4), sing('Come home to me', 8)]
  const phrases = planPhrases(lines, { rooms: [LOW, BOX], font: 'CONDENSED', durationSecs: 12 })
  assert.deepEqual(
    phrases.map(({ room }) => room),
    [0, 0, 0],
  )
})

test('every row is as wide as the words beside it and stays one row, inside of its room', () => {
  for (const text of ['Say it slowly', 'Hold me where', 'We were running out', 'The river', 'I hear you']) {
    for (const room of [LOW, BOX, { x: 72, y: 72, width: 936, height: 800 }]) {
      const [phrase] = planPhrases([sing(text, 0)], { rooms: [room], font: 'CONDENSED', durationSecs: 4 })
      const rows = [...new Set(phrase?.words.map(({ row }) => row))]
      const widths = rows.map(({ ink }) => ink.right - ink.left)
      assert.ok(Math.min(...widths) > 0.9 * Math.max(...widths), `${text}: ${widths.map(Math.round)}`)
      assert.ok(Math.max(...widths) > 0.55 * room.width, `${text}: ${widths.map(Math.round)}`)
      for (const row of rows) assert.equal(row.lines.length, 1, text)
    }
  }
})

test('a poster has no commas at the ends of its rows, and keeps what a word is made of', () => {
  const lines = [sing('At 3.30, oh…', 0)]
  const [phrase] = planPhrases(lines, { rooms: [BOX], font: 'CONDENSED', durationSecs: 4 })
  const words = phrase?.words.map(({ word }) => word.text.toLowerCase())
  assert.deepEqual(words, ['at', '3.30', 'oh…'])
})

test('a subject that a beat would push out of the frame is not shown in a band', () => {
  const room = { box: { x: 0, y: 500, width: 1080, height: 580 }, anchor: { x: 0.5, y: 0 } }
  // A thing whose foot is so far below the cover's head that only a band at rest has room for it.
  const show = (rows: number) => {
    const weights = Float32Array.from({ length: 1600 }, (_, i) => {
      const isInside = i % 40 >= 16 && i % 40 < 24 && Math.floor(i / 40) < rows
      return isInside ? 1 / (8 * rows) : 0
    })
    const salience = {
      columns: 40,
      rows: 40,
      weights,
      faces: [{ x: 0.4, y: 0, width: 0.2, height: rows / 40 }],
    }
    return fillRoom({ width: 1000, height: 1000, salience } as unknown as Cover, room)
  }
  assert.ok((show(14)?.grows ?? 0) > 0)
  assert.equal(show(24), undefined)
})

test('a whole cover at the foot is flush with three sides, or has the same room beside and below it', () => {
  const room = { x: 0, y: 840, width: 1080, height: 1080 }
  for (const ratio of [0.5, 0.67, 0.8, 0.95, 1, 1.2, 1.5, 2]) {
    const { box } = layAtFoot({ width: 1000 * ratio, height: 1000 }, room, 65)
    const [left, right, foot] = [box.x, 1080 - box.x - box.width, 1920 - box.y - box.height]
    const told = `${ratio}: ${left}, ${right}, ${foot}`
    assert.ok(Math.abs(left - right) < 1 && Math.abs(left - foot) < 1, told)
    assert.ok(ratio < 1 ? left >= 64 : left < 1, told)
    assert.ok(Math.abs(box.width / box.height - ratio) < 0.01 && box.y >= room.y - 1, told)
  }
})

test('in a square the cover stands at the side, beside the names, over the words or between them: never at the foot as in OUT NOW', () => {
  const frame = planFrame(SQUARE)
  for (const [title, isRtl] of [
    ['Louder Than Rain', false],
    ['ليل بلا نهاية', true],
  ] as const)
    for (const height of [700, 1000, 1400]) {
      const cover = { width: 1000, height } as unknown as Cover
      const song = { title, artist: 'Vesna', album: '' }
      const { setUps } = planStage(frame, { song, font: 'CONDENSED', cover })
      assert.equal(setUps.length, 2)
      const [large] = setUps
      assert.ok(
        large?.picture.crop.width === 1000 && large.picture.crop.height === height,
        'it is seen whole',
      )
      for (const { words, picture, texts = [] } of setUps) {
        const { box, crop } = picture
        assert.ok(Math.abs(crop.width / crop.height - box.width / box.height) < 0.01, 'and never stretched')
        assert.ok(Math.abs(isRtl ? box.x : 1080 - box.x - box.width) < 1)
        for (const room of [words, words.below ?? words])
          assert.ok(room.y + room.height <= box.y - 20 || room.y >= box.y + box.height + 20, title)
        assert.ok((words.below ?? words).y > box.y + box.height, 'words below the cover')
        assert.equal(texts.length, 2)
        for (const { box: text } of texts) {
          assert.ok(text.x + text.width <= box.x || text.x >= box.x + box.width, title)
          assert.ok(text.y + text.height <= box.y + box.height + 1)
        }
      }
    }
})

test('in a square a logo stands above the names, beside the cover, in whatever set-up', () => {
  const frame = planFrame(SQUARE)
  const song = { title: 'Louder Than Rain', artist: 'Vesna', album: '' }
  const cover = { width: 1000, height: 1000 } as unknown as Cover
  const { setUps, logo } = planStage(frame, {
    song,
    font: 'CONDENSED',
    cover,
    logoSize: { width: 300, height: 90 },
  })
  assert.ok(logo)
  for (const { picture, texts = [] } of setUps) {
    assert.ok(logo.x + logo.width < picture.box.x)
    for (const { box } of texts) assert.ok(box.y > logo.y + logo.height)
  }
})

const SQUARE = { width: 1080, height: 1080 }
const SPLIT = { x: 72, y: 72, width: 936, height: 210, below: { x: 72, y: 800, width: 936, height: 210 } }

test('a phrase goes on below the picture, in the order in which it is sung, and one word stays whole', () => {
  const lines = [
    sing('through every', 0),
    sing('Everlasting', 4),
    sing('I hear you', 8),
    sing('through every', 12),
  ]
  const high = { x: 72, y: 720, width: 936, height: 290 }
  const phrases = planPhrases(lines, { rooms: [high, SPLIT], font: 'CONDENSED', durationSecs: 16 })
  const split = phrases.filter(({ room }) => room === 1)
  assert.ok(split.length > 0)
  for (const { words } of split) {
    const heights = words.map(({ box }) => box.y + box.height / 2)
    assert.deepEqual(
      heights.map((y) => y < 540),
      heights.map((y) => y < 540).toSorted((a, b) => Number(b) - Number(a)),
    )
    assert.ok(heights[0]! < 540 && heights.at(-1)! > 540, 'on both sides')
    const starts = words.map(({ startSecs }) => startSecs)
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    )
    const above = words.filter(({ box }) => box.y + box.height / 2 < 540).map(({ word }) => word.text)
    assert.ok(above.join('').length > 2, `"${above}" is alone`)
  }
  assert.equal(phrases[1]?.room, 0, 'one word has no second half')
  const [first, last] = [phrases[0], phrases[3]].map((each) => each?.words.map(({ box }) => box))
  assert.deepEqual(first, last)
})

test('on a cover without colour what has been sung stays nearly as light as what is sung now', () => {
  const pixels = new Uint8ClampedArray(new SharedArrayBuffer(64 * 64 * 4))
  for (let i = 0; i < 64 * 64; i++) pixels.set([3 * (i % 64), 3 * (i % 64), 3 * (i % 64), 255], 4 * i)
  const picture = { pixels, width: 64, height: 64, originalWidth: 64, originalHeight: 64, hasAlpha: false }
  for (const theme of ['DARK', 'LIGHT'] as const) {
    const { palette } = describeCover(picture, picture, { theme }, false)
    const { now, sung } = inkWords(palette)
    const band = toGroundTone('#808080', palette.text, GROUND_CONTRAST)
    assert.equal(now, palette.text)
    assert.ok(contrast(sung, band) > 6.2, `${contrast(sung, band)}`)
    assert.ok(contrast(now, sung) > 1.1, 'and still a step')
  }
})

test('a phrase of one row has the height of its room, measured by its capitals', () => {
  const room = { x: 65, y: 390, width: 936, height: 330 }
  const [phrase] = planPhrases([sing('I hear', 0)], { rooms: [room], font: 'CONDENSED', durationSecs: 4 })
  const ink = phrase?.words[0]?.row.ink
  const share = ink ? (ink.right - ink.left) / room.width : 0
  assert.ok(share > 0.85, `${share} of the width`)
})

test('a sheet is never a stray line at the edge of the frame', () => {
  assert.deepEqual([0.001, 0.04, 0.5, 0.97, 1].map(skipSlivers), [0, 0, 0.5, 1, 1])
})

test('a red ground that may flash is a crimson of its strength, no brick', () => {
  const strength = (colour: string) => hexToOklch(colour).chroma
  for (const red of ['#8e2a2c', '#95323f']) {
    const ground = turnRed(red)
    assert.equal(tameRed(ground), ground)
    assert.ok(strength(ground) > 0.95 * strength(red), `${red}, then ${ground}`)
    assert.ok(strength(ground) > strength(tameRed(red)) - 1e-6)
  }
})

test('an orange ground that may flash, or the red of a sunset, is an earthy amber, no pink', () => {
  for (const [orange, accent] of [
    ['#a03c14', '#a03c14'],
    ['#8a2f12', '#8a2f12'],
    ['#982722', '#f96f31'],
  ] as const) {
    const ground = turnRed(orange, accent)
    assert.equal(tameRed(ground), ground)
    assert.ok(hexToOklch(ground).hue > hexToOklch(orange).hue, ground)
  }
})
