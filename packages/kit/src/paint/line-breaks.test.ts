import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balanceLines, splitUnits } from './line-breaks.ts'

const BREAKS: [string, number, string[]][] = [
  ['The Darkest Hour', 2, ['The Darkest', 'Hour']],
  ['Beyond the Horizon', 2, ['Beyond', 'the Horizon']],
  ['Tin Lanterns (feat. Odalys Wren)', 2, ['Tin Lanterns', '(feat. Odalys Wren)']],
  ['Harbour - Night Remix', 2, ['Harbour -', 'Night Remix']],
  ['Never, Ever Again', 2, ['Never,', 'Ever Again']],
  ['Love and the Sea and the Sky', 3, ['Love and', 'the Sea', 'and the Sky']],
  ['夜に駆ける 君の名前', 2, ['夜に駆ける', '君の名前']],
  ['사랑했지만 봄날은 간다', 2, ['사랑했지만', '봄날은 간다']],
]

for (const [text, lineCount, lines] of BREAKS) {
  test(`"${text}" in ${lineCount} lines: ${lines.join(' / ')}`, () => {
    assert.deepEqual(breakInto(text, lineCount), lines)
  })
}

test('no line of an unspaced script begins with closing punctuation or a small kana', () => {
  for (let count = 2; count <= 5; count++) {
    const lines = breakInto('今夜、「きっと」会えるよ。ちょっと待ってね！', count)
    for (const line of lines) assert.doesNotMatch(line, /^[、。」！ょっ]/u, lines.join(' / '))
  }
})

test('Thai is broken between words, though nothing separates them', () => {
  const words = splitUnits('เพลงรักที่ไม่มีวันลืม').map((unit) => unit.text)
  assert.ok(words.length >= 5)
  assert.ok(words.includes('รัก') && words.includes('วัน'), words.join('|'))
  assert.equal(words.join(''), 'เพลงรักที่ไม่มีวันลืม')
})

test('a given line end is kept, and needs a line of its own', () => {
  assert.deepEqual(breakInto('one two three\nfour', 2), ['one two three', 'four'])
  const units = splitUnits('one\ntwo\nthree')
  assert.equal(balanceLines(units, extents(units), 2), undefined)
})

test('a dash inside a word is a place to break, a dash between spaces does not begin a line', () => {
  assert.deepEqual(
    splitUnits('Blue-Green sky').map((unit) => unit.text),
    ['Blue-', 'Green', 'sky'],
  )
  assert.equal(splitUnits('AC/DC').length, 1)
  assert.equal(splitUnits('-5').length, 1)
})

function breakInto(text: string, lineCount: number): string[] {
  const units = splitUnits(text)
  const ends = balanceLines(units, extents(units), lineCount)!
  return ends.map((end, index) =>
    units
      .slice(ends[index - 1] ?? 0, end)
      .map((unit) => unit.text + unit.gap)
      .join('')
      .trimEnd(),
  )
}

/** As in a font where every letter is one wide. */
function extents(units: ReturnType<typeof splitUnits>) {
  return units.map((unit) => ({ text: unit.text.length, gap: unit.gap.length }))
}
