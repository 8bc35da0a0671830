import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanText, measureWidth, showStatus, showTable, truncate } from './print.ts'

const ESC = String.fromCharCode(27)
const plainPaint = (_: unknown, text: string) => text

test('a status line has its columns where the others have theirs', () => {
  const line = (text: string) =>
    showStatus({ mark: 'good', label: 'Listened', text, note: '0.4 s' }, plainPaint)
  assert.equal(line('112 BPM · A minor').indexOf('112 BPM'), 17)
  assert.equal(line('112 BPM').indexOf('0.4 s'), line('112 BPM · A minor · loudest at 0:06').indexOf('0.4 s'))
})

test('East Asian letters and emoji count as wide as a terminal shows them', () => {
  assert.deepEqual(
    ['abc', '夜の', '한밤', '🌙', 'é', 'e\u0301', `${ESC}[32m✔${ESC}[39m`].map(measureWidth),
    [3, 4, 4, 2, 1, 1, 1],
  )
  assert.equal(truncate('夜のドライブ', 5), '夜の')
  assert.equal(truncate(`${ESC}[32mlong${ESC}[39m line`, 6), 'long l')
})

test('what comes from a file cannot steer the terminal', () => {
  assert.equal(cleanText(`A${ESC}[2J${ESC}]0;owned\u0007B\nC`), 'AB C')
})

test('tables keep their columns', () => {
  assert.deepEqual(
    showTable([
      ['a', 'bb', 'c'],
      ['aaa', 'b', 'c c'],
    ]),
    ['a    bb  c', 'aaa  b   c c'],
  )
})
