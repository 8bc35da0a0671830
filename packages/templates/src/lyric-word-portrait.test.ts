import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { createAudioTrack, silentAudioTrackData } from '@songreel/kit/core'
import { fillPauses } from './lyric-word-portrait/sung-lines.ts'
import { castRows } from './lyric-word-portrait/type-rows.ts'
import { planWindows } from './lyric-word-portrait/word-windows.ts'

const FPS = 30

function play(secs: number) {
  return createAudioTrack(silentAudioTrackData(secs * FPS, FPS))
}

function sing(secs: number) {
  return Array.from({ length: Math.floor(secs / 2) }, (_, i) => ({
    startSecs: 2 * i,
    endSecs: 2 * i + 2,
    text: `line number ${i} of a song`,
  }))
}

describe('the words that a portrait is made of', () => {
  test('are those that are sung near, so that a corrected word changes only some seconds', () => {
    const audio = play(32)
    const lines = sing(32)
    const corrected = lines.map((line, i) => (i === 9 ? { ...line, text: 'another line of the song' } : line))
    const [before, after] = [lines, corrected].map((each) => planWindows({ audio, lines: each, names: [] }))
    assert.ok(before && after && before.length >= 3, `${before?.length} stretches`)
    const changed = before.filter(({ texts }, i) => texts.join() !== after[i]?.texts.join())
    assert.equal(changed.length, 1)
    assert.ok(changed[0]?.texts.includes('line number 9 of a song'))
  })

  test('are never too few for a picture, and come from near lines in a pause', () => {
    const lines = [
      { startSecs: 0, endSecs: 1, text: 'Oh' },
      { startSecs: 2, endSecs: 4, text: 'a much longer line that fills a row by itself' },
    ]
    for (const { texts } of planWindows({ audio: play(32), lines, names: [] })) {
      assert.ok(texts.join(' ').length > 40, `${texts}`)
    }
  })

  test('are the names where nobody sings, and notes where there are none', () => {
    const windowsOf = (names: string[]) => planWindows({ audio: play(16), lines: [], names })
    assert.deepEqual(windowsOf(['Harbour Lights', '', 'North & Vale'])[0]?.texts, [
      'Harbour Lights',
      'North & Vale',
    ])
    assert.equal(windowsOf(['', ' ']).length, 1)
    assert.ok((windowsOf(['', ' '])[0]?.texts.length ?? 0) > 0)
  })

  test('are parted where they are long, and nothing of them is lost', () => {
    const text = `${'word '.repeat(30).trim()} ${'長'.repeat(90)}`
    const texts =
      planWindows({ audio: play(8), lines: [{ startSecs: 0, endSecs: 4, text }], names: [] })[0]?.texts ?? []
    assert.ok(
      texts.length > 4 && texts.every((each) => each.length <= 48),
      `${texts.map((each) => each.length)}`,
    )
    assert.equal(texts.join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
  })
})

test('texts of a row are not cut through: one that is longer than its row leaves out words', () => {
  const ctx = createCanvas(600, 60).getContext('2d')
  const text = 'We were running out of ordinary days'
  const rows = [
    { y: 0, height: 60 },
    { y: 60, height: 60 },
  ]
  const cast = castRows({ rows, texts: [text], font: 'CONDENSED', widthPx: 600, seed: 1 })
  for (const row of [0, 1]) {
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    assert.ok(cast(ctx, row) <= 600, 'all of a period fits into the frame')
  }
})

test('each row begins with the next text, so that all of them are seen', () => {
  const rows = Array.from({ length: 4 }, (_, i) => ({ y: 60 * i, height: 60 }))
  const texts = ['one', 'two much longer words']
  const cast = castRows({ rows, texts, font: 'CONDENSED', widthPx: 200, seed: 1 })
  const widths = rows.map((_, row) => Math.round(cast(createCanvas(200, 60).getContext('2d'), row)))
  assert.notEqual(widths[0], widths[1])
})

describe('the stage', () => {
  test('has the title before the first line, in long pauses and where nobody sings', () => {
    const lines = [
      { startSecs: 3, endSecs: 5, text: 'one' },
      { startSecs: 6, endSecs: 8, text: 'two' },
      { startSecs: 20, endSecs: 22, text: 'three' },
    ]
    assert.deepEqual(
      fillPauses(lines, 'Title', 23).map(({ text }) => text),
      ['Title', 'one', 'two', 'Title', 'three'],
    )
    assert.deepEqual(
      fillPauses([], 'Title', 23).map(({ text }) => text),
      ['Title'],
    )
    assert.deepEqual(fillPauses([], '', 23), [])
  })
})
