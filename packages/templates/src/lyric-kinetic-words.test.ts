import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LyricLine } from '@songreel/kit'
import { planPhrases } from './lyric-kinetic-words/phrases.ts'

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
  const phrases = planPhrases(lines, { box: BOX, font: 'CONDENSED', durationSecs: 12 })
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
