import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGaps } from './find-gaps.ts'
import { parseLyrics } from './parse-lyrics.ts'
import { splitLine, splitLines } from './split-line.ts'
import { timeWords } from './time-words.ts'

const LONG =
  'and every single word that you were never brave enough to say is written on the back of all the tickets that I kept'

test('a long line is parted until all parts fit, and nothing of it is lost', () => {
  const [line] = timeWords(parseLyrics(`[00:10.00]${LONG}\n[00:30.00]next`, 60), 'TEMPLATE').lines
  assert.ok(line)
  const parts = splitLine(line, (text) => text.length <= 32)
  assert.equal(parts.map(({ text }) => text).join(' '), LONG)
  assert.ok(parts.every(({ text }) => text.length <= 32))
  const words = parts.flatMap((part) => part.words ?? [])
  assert.deepEqual(words, line.words)
  for (const part of parts) assert.equal(part.startSecs, part.words?.[0]?.startSecs)
})

test('a line is parted where the singer breathes', () => {
  const lrc = '[00:01.00]<00:01.00>one <00:01.20>two <00:01.40>three <00:01.60>'
  const [line] = parseLyrics(`${lrc}four <00:01.80>`.replace('<00:01.40>', '<00:01.40> <00:04.40>'), 9).lines
  assert.ok(line)
  const [head] = splitLine(line, (text) => text.length <= 14)
  assert.equal(head?.text, 'one two')
})

test('a single word is left whole, and so is a line that fits', () => {
  const [line] = timeWords(parseLyrics('[00:01.00]Ooooooooooooooooh', 9), 'TEMPLATE').lines
  assert.ok(line)
  assert.equal(splitLine(line, () => false).length, 1)
  assert.deepEqual(
    splitLine(line, () => true),
    [line],
  )
})

test('text without spaces can be parted between its words', () => {
  const [line] = timeWords(
    parseLyrics('[00:01.00]朝がほどけるまでずっとここにいるよと君は言った', 9),
    'TEMPLATE',
  ).lines
  assert.ok(line)
  const parts = splitLine(line, (text) => text.length <= 12)
  assert.ok(parts.length > 1)
  assert.equal(parts.map(({ text }) => text).join(''), line.text)
})

test('gaps are the stretches in which nobody sings, overlapping lines or not', () => {
  const at = (startSecs: number, endSecs: number) => ({ startSecs, endSecs, text: 'la' })
  const lines = [at(5, 9), at(6, 7), at(10, 12), at(20, 21)]
  assert.deepEqual(findGaps(lines, { durationSecs: 30, leastSecs: 4 }), [
    { startSecs: 0, endSecs: 5 },
    { startSecs: 12, endSecs: 20 },
    { startSecs: 21, endSecs: 30 },
  ])
})

test('a line that comes again is parted as it was the first time, wherever the singer breathes then', () => {
  const lrc = [
    '[00:01.00]<00:01.00>one <00:01.20>two <00:01.40> <00:04.40>three <00:04.60>four <00:04.80>',
    '[00:11.00]<00:11.00>One <00:14.00>two, <00:14.20>three <00:14.40>four! <00:14.60>',
  ].join('\n')
  const { lines } = parseLyrics(lrc, 20)
  const fits = (text: string) => text.length <= 14
  assert.deepEqual(
    splitLines(lines, fits).map(({ text }) => text),
    ['one two', 'three four', 'One two,', 'three four!'],
  )
})
