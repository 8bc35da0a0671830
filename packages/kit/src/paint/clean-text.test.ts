import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanText, findUncoveredCharacters } from './clean-text.ts'
import { splitClusters } from './clusters.ts'

/** Listing all of them first, as fast-check's own `binary` does, takes a second. */
const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code).toWellFormed())

test('what can be drawn is left as it is', () => {
  for (const text of ['Tin Lanterns', 'Ñandú', 'שיר', '夜に駆ける', '👩🏽‍🎤 🇧🇷 ❤️ 1️⃣', 'می‌خواهم', '★ ♪']) {
    assert.deepEqual(cleanText(text), { text, uncovered: [] })
  }
})

test('fancy letters become plain ones, lost characters go, and both are reported', () => {
  const { text, uncovered } = cleanText('𝓗𝓮𝓵𝓵𝓸 (𒀀) World 𐎠')
  assert.equal(text, 'Hello World')
  assert.deepEqual(uncovered, ['𝓗', '𝓮', '𝓵', '𝓸', '𒀀', '𐎠'])
  assert.deepEqual(findUncoveredCharacters('a𒀀b𒀀'), ['𒀀'])
  assert.equal(cleanText('𒀀').text, '')
})

test('the phonogram sign of a label line is drawn, not dropped', () => {
  assert.deepEqual(cleanText('℗ 2026 Nightjar Records'), { text: 'Ⓟ 2026 Nightjar Records', uncovered: [] })
})

test('letters with marks that no font has lose the marks', () => {
  const { text, uncovered } = cleanText('Z\u20d2a\u20eblgo')
  assert.equal(text, 'Zalgo')
  assert.deepEqual(uncovered, ['Z\u20d2', 'a\u20eb'])
})

test('towers of accents are cut down to what a language may need', () => {
  assert.equal(cleanText(`Z${'\u0301'.repeat(300)}`).text, `Ź${'\u0301'.repeat(3)}`)
})

test('spaces, line ends and invisible characters are put in order', () => {
  assert.equal(cleanText('  a \t b\u2003c  ').text, 'a b c')
  assert.equal(cleanText('one \r\n\r\n two').text, 'one\ntwo')
  assert.equal(cleanText('a\u0007b\ufeffc\u00add\u200be\u202ef').text, 'abcdef')
  assert.equal(cleanText('e\u0301').text, 'é')
  assert.deepEqual(cleanText('\ud800x').uncovered, [])
})

test('a cleaned text needs no more cleaning', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
      const { text: clean } = cleanText(text)
      assert.deepEqual(cleanText(clean), { text: clean, uncovered: [] })
    }),
    { numRuns: 200 },
  )
})

test('clusters are what a reader takes for one character', () => {
  assert.deepEqual(splitClusters('a👩🏽‍🎤é🇧🇷'), ['a', '👩🏽‍🎤', 'é', '🇧🇷'])
  assert.deepEqual(splitClusters('น้ำ'), ['น้ำ'])
})
