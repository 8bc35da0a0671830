import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAudioTrack, silentAudioTrackData } from '@songreel/kit/core'
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
