import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSyllables } from './count-syllables.ts'

test('syllables are counted by vowels, by characters, or by letters, as the script has it', () => {
  const expected: [text: string, syllables: number][] = [
    ['paper boats on the sea', 6],
    ["j'ai volé ton cœur", 5],
    ['Veränderung hält jung', 6],
    ['una y mil veces, corazón', 8],
    ['夜明けのうた', 6],
    ['キャラメル', 4],
    ['사랑해요', 4],
    ['я помню чудное мгновенье', 9],
    ['...', 1],
  ]
  for (const [text, syllables] of expected) {
    const found = countSyllables(text)
    assert.ok(Math.abs(found - syllables) <= 1, `${text}: ${found}, not ${syllables}`)
  }
  assert.ok(countSyllables('שלום עולם') >= 2)
})
