import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitText } from '../paint/text.ts'
import type { LyricLine } from './lyrics.ts'
import { parseLyrics } from './parse-lyrics.ts'
import { placeWords } from './place-words.ts'

const BOX = { width: 300, height: 400 }
const STYLE = { font: 'MODERN', role: 'DISPLAY', maxSizePx: 48 } as const

test('every word has the times of the file, wherever its line is broken', () => {
  const [line] = parseLyrics(
    '[00:01.00]<00:01.00>Paper <00:01.50>boats <00:02.25>remember <00:03.00>',
    9,
  ).lines
  assert.ok(line)
  for (const uppercase of [false, true]) {
    const words = placeWords(fitText(line.text, BOX, { ...STYLE, uppercase }), line)
    assert.deepEqual(
      words.map(({ startSecs, endSecs }) => [startSecs, endSecs]),
      [
        [1, 1.5],
        [1.5, 2.25],
        [2.25, 3],
      ],
    )
  }
})

test('a text without spaces that is timed letter by letter is sung letter by letter', () => {
  const letters = [...'夜の港をあとにして']
  const syllables = letters.map((text, i) => ({ startSecs: 1 + i / 4, endSecs: 1.25 + i / 4, text }))
  const text = letters.join('')
  const whole = { startSecs: 1, endSecs: 3.25, text }
  const line: LyricLine = { ...whole, words: [{ ...whole, syllables }] }
  const words = placeWords(fitText(text, BOX, STYLE), line)
  assert.ok(words.length > 1)
  let before = 0
  for (const word of words) {
    assert.equal(word.startSecs, 1 + before / 4, word.text)
    before += word.text.length
    assert.equal(word.endSecs, 1 + before / 4, word.text)
    assert.equal(word.sung(word.startSecs), 0)
    assert.equal(word.sung(word.endSecs), 1)
  }
})

test('syllables fill a word at their own pace', () => {
  const syllables = [
    { startSecs: 0, endSecs: 1, text: 'ha' },
    { startSecs: 3, endSecs: 4, text: 'lo' },
  ]
  const line = {
    startSecs: 0,
    endSecs: 4,
    text: 'halo',
    words: [{ startSecs: 0, endSecs: 4, text: 'halo', syllables }],
  }
  const [word] = placeWords(fitText('halo', BOX, STYLE), line)
  assert.deepEqual(
    [0.5, 1, 2.9, 3.5, 9].map((secs) => word?.sung(secs)),
    [0.25, 0.5, 0.5, 0.75, 1],
  )
})
