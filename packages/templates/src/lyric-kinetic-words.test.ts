import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  blendOver,
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
import { growRow, inkWords, WAITING } from './lyric-kinetic-words/words.ts'

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
  const phrases = planPhrases(lines, { room: BOX, font: 'CONDENSED', durationSecs: 12 })
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
    const [phrase] = planPhrases([sing(text, 0)], { room: BOX, font: 'CONDENSED', durationSecs: 4 })
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
    const [phrase] = planPhrases([sing(text, 0)], { room: box, font: 'GROTESK', durationSecs: 4 })
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

test('words that come again stand as they stood, whatever signs they have', () => {
  const lines = ['Louder than the rain', 'Come home to me', 'louder than the rain!'].map((text, i) =>
    sing(text, 4 * i),
  )
  const phrases = planPhrases(lines, { room: BOX, font: 'CONDENSED', durationSecs: 20 })
  const count = (words: (typeof phrases)[0]['words']) =>
    [...new Set(words.map(({ row }) => row))].map((row) => words.filter((word) => word.row === row).length)
  const [first, , again] = phrases.map(({ words }) => count(words))
  assert.deepEqual(first, again)
})

const LOW = { x: 65, y: 390, width: 875, height: 410 }

test('every row is as wide as the words beside it and stays one row, inside of its room', () => {
  for (const text of ['Say it slowly', 'Hold me where', 'We were running out', 'The river', 'I hear you']) {
    for (const room of [LOW, BOX, { x: 72, y: 72, width: 936, height: 800 }]) {
      const [phrase] = planPhrases([sing(text, 0)], { room, font: 'CONDENSED', durationSecs: 4 })
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
  const [phrase] = planPhrases(lines, { room: BOX, font: 'CONDENSED', durationSecs: 4 })
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

const TITLES = ['Louder Than Rain', 'ليل بلا نهاية', 'The long way home from the bridge that summer', '']

test('in a square the whole cover is flush with the upper corner, the names beside it and the words below, from margin to margin', () => {
  const frame = planFrame(SQUARE)
  for (const title of TITLES)
    for (const height of [700, 1000, 1400]) {
      const cover = { width: 1000, height } as unknown as Cover
      const song = { title, artist: 'Vesna', album: '' }
      const { picture, words, texts } = planStage(frame, { song, font: 'CONDENSED', cover })
      const { box, crop } = picture
      assert.ok(crop.width === 1000 && crop.height === height, 'it is seen whole')
      assert.ok(Math.abs(1000 / height - box.width / box.height) < 0.01, 'and never stretched')
      const isRtl = title.startsWith('ل')
      assert.ok(box.y === 0 && Math.abs(isRtl ? box.x : 1080 - box.x - box.width) < 1, title)
      if (height === 1000) assert.ok(box.width > 0.42 * 1080 && box.width < 0.48 * 1080, `${box.width}`)
      assert.ok(words.width === frame.safe.width && words.height > 0.44 * 1080, `${words.height}`)
      assert.ok(words.y > box.y + box.height)
      for (const { text, box: name, isTitle } of texts) {
        const [left, right] = [name.x + text.ink.left, name.x + text.ink.right]
        assert.ok(isRtl ? left > box.x + box.width + 20 : right < box.x - 20, `${title}: ${left} to ${right}`)
        assert.ok(name.y >= 72 && name.y + name.height < words.y, title)
        if (!isTitle) assert.ok(text.sizePx >= 40, 'the artist is read')
      }
    }
})

test('a very wide cover lies across the head of a square, and the words have the rest of it', () => {
  const salience = { columns: 4, rows: 4, weights: new Float32Array(16).fill(1 / 16), faces: [] }
  const cover = { width: 3000, height: 1000, salience } as unknown as Cover
  const song = { title: 'Louder Than Rain', artist: 'Vesna', album: '' }
  const { picture, words, texts } = planStage(planFrame(SQUARE), { song, font: 'CONDENSED', cover })
  assert.deepEqual(picture.box, { x: 0, y: 0, width: 1080, height: 360 })
  for (const { box } of texts) assert.ok(box.y > 360 && box.y + box.height < words.y)
  assert.ok(words.height > 0.4 * 1080, `${words.height}`)
})

test('in a square rows are huge: a phrase has no more words than stand in letters of a seventh of the frame', () => {
  const cover = { width: 1000, height: 1000 } as unknown as Cover
  const song = { title: 'Louder Than Rain', artist: 'Vesna', album: '' }
  const { words: room } = planStage(planFrame(SQUARE), { song, font: 'CONDENSED', cover })
  const lines = [
    'Say it louder',
    'through every wall tonight',
    'than the rain on the roof',
    'we were running out of time',
    'nobody told us where to go',
  ].map((text, i) => sing(text, 4 * i))
  const leastRowPx = 0.14 * 1080
  for (const { words } of planPhrases(lines, { room, font: 'CONDENSED', durationSecs: 20, leastRowPx }))
    for (const { row, word } of words)
      assert.ok(row.ink.bottom >= leastRowPx - 1, `${word.text}: ${row.ink.bottom} px`)
})

test('in a tall frame the cover keeps its place, at least two fifths of the height high, and never cuts its subject', () => {
  const weights = Float32Array.from({ length: 1600 }, (_, i) => {
    const isInside = i % 40 >= 12 && i % 40 < 28 && Math.floor(i / 40) >= 8 && Math.floor(i / 40) < 30
    return isInside ? 1 / 352 : 0
  })
  const salience = { columns: 40, rows: 40, weights, faces: [{ x: 0.4, y: 0.25, width: 0.2, height: 0.2 }] }
  const song = { title: 'Louder Than Rain', artist: 'Vesna', album: '' }
  for (const height of [680, 800, 1000]) {
    const cover = { width: 1000, height, salience } as unknown as Cover
    const frame = planFrame({ width: 1080, height: 1920 })
    const { picture, words } = planStage(frame, { song, font: 'CONDENSED', cover })
    assert.ok(picture.box.height >= 0.4 * 1920, `${height}: ${picture.box.height}`)
    assert.ok(picture.box.y + picture.box.height >= 1919)
    assert.ok(words.height >= 380 && words.y + words.height < picture.box.y)
  }
})

test('a row is struck as a whole by each of its words, and stands still before the first', () => {
  const row = [0.3, 0.6]
  assert.equal(growRow(row, 0.2), 1, 'nothing has been sung')
  assert.ok(growRow(row, 0.31) < 0.5 && growRow(row, 0.61) < 0.5)
  assert.ok(growRow(row, 0.58) > 0.9)
  assert.equal(growRow([0, 0.6], 0.02), 1, 'a video begins with its rows in their size')
})

test('in a square a logo stands in the column of the names, clear of them, of the cover and of the words', () => {
  const frame = planFrame(SQUARE)
  const cover = { width: 1000, height: 1000 } as unknown as Cover
  for (const title of TITLES)
    for (const logoSize of [
      { width: 300, height: 90 },
      { width: 200, height: 200 },
    ]) {
      const song = { title, artist: 'Vesna', album: '' }
      const { picture, words, texts, logo } = planStage(frame, { song, font: 'CONDENSED', cover, logoSize })
      assert.ok(logo)
      const isBeside = logo.x + logo.width < picture.box.x || logo.x > picture.box.x + picture.box.width
      assert.ok(isBeside && logo.y + logo.height < words.y, title)
      for (const { box } of texts) assert.ok(box.y + box.height < logo.y, title)
    }
})

const SQUARE = { width: 1080, height: 1080 }

test('a word that is still to come is clearly read on its ground, and clearly not yet sung', () => {
  for (const colour of ['#17508b', '#4a4a9a', '#5a4a30', '#404040']) {
    const ground = toGroundTone(colour, '#ffffff', GROUND_CONTRAST)
    const waiting = contrast(blendOver('#ffffff', ground, WAITING), ground)
    assert.ok(waiting > 3.2, `${ground}: ${waiting}`)
    assert.ok(waiting < 0.6 * contrast('#ffffff', ground), `${ground}: ${waiting}`)
  }
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
  const [phrase] = planPhrases([sing('I hear', 0)], { room, font: 'CONDENSED', durationSecs: 4 })
  const ink = phrase?.words[0]?.row.ink
  const share = ink ? (ink.right - ink.left) / room.width : 0
  assert.ok(share > 0.85, `${share} of the width`)
})

test('a sheet is never a stray line or a seam near the edge of the frame', () => {
  assert.deepEqual([0.001, 0.04, 0.14, 0.2, 0.5, 0.86, 0.97, 1].map(skipSlivers), [0, 0, 0, 0, 0.5, 1, 1, 1])
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
