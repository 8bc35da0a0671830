import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUnit, keepTimes } from './keep-times.ts'
import { finishLines, type Line } from './timed-lyrics.ts'

const LINES: Line[] = ['Paper boats', 'over the water', 'never come home'].map((text, index) => ({
  text,
  startSecs: index * 4,
  endSecs: index * 4 + 3,
  words: text.split(' ').map((word) => ({ text: word })),
}))

const WORDS: Line[] = LINES.map((line) => ({
  ...line,
  words: line.words.map(({ text }, index) => ({
    text,
    startSecs: line.startSecs! + index,
    endSecs: line.startSecs! + index + 0.9,
  })),
}))

test('a corrected word leaves all times as they were', () => {
  const corrected = keepTimes('Paper boots\nover the water\nnever come home', WORDS)
  assert.equal(findUnit(corrected), 'WORD')
  assert.deepEqual(corrected[0]?.words[1], { text: 'boots', startSecs: 1, endSecs: 1.9 })
  assert.deepEqual(corrected.slice(1), WORDS.slice(1))
  const written = finishLines({ lines: corrected, unit: 'WORD', next: 0 })
  assert.deepEqual(
    written.map(({ startSecs }) => startSecs),
    [0, 4, 8],
  )
})

test('words that were split share the time of those they stand for', () => {
  const [line] = keepTimes('Paper sail boats\nover the water\nnever come home', WORDS)
  assert.deepEqual(
    line?.words.map(({ text }) => text),
    ['Paper', 'sail', 'boats'],
  )
  assert.equal(findUnit([line!]), 'WORD')
  const starts = line!.words.map(({ startSecs }) => startSecs!)
  assert.deepEqual(starts.toSorted(), starts)
  assert.equal(line!.words.at(-1)?.endSecs, 1.9)
})

test('lines that are moved apart by a new one keep their times, and the new one has none', () => {
  const corrected = keepTimes('Paper boats\nOh\nover the water\nnever come home', LINES)
  assert.deepEqual(
    corrected.map(({ startSecs }) => startSecs),
    [0, undefined, 4, 8],
  )
  assert.equal(findUnit(corrected), undefined)
})

test('a line that goes leaves the others alone', () => {
  const corrected = keepTimes('Paper boats\nnever come home!', LINES)
  assert.deepEqual(
    corrected.map(({ startSecs, endSecs }) => [startSecs, endSecs]),
    [
      [0, 3],
      [undefined, undefined],
    ],
  )
  assert.equal(findUnit(keepTimes('Paper boats\nnever come home', LINES)), 'LINE')
})

test('another text has none of the times', () => {
  const other = keepTimes('Something else\nof as many\nlines', LINES)
  assert.ok(other.every(({ startSecs }) => startSecs === undefined))
  assert.equal(findUnit(keepTimes('', LINES)), undefined)
  assert.equal(findUnit(keepTimes('Paper boats', [])), undefined)
})

test('texts of thousands of lines are compared at once', () => {
  const long = Array.from({ length: 5000 }, (_, index) => ({ ...LINES[0]!, text: `line ${index}` }))
  const text = long.map((line) => line.text).join('\n')
  assert.equal(findUnit(keepTimes(text, long)), 'LINE')
})
