import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../testing/any-character.ts'
import { clearable, countCharacters, Name, text } from './text.ts'

test('characters are counted as people count them, not as UTF-16 does', () => {
  assert.equal(countCharacters(''), 0)
  assert.equal(countCharacters('日本'), 2)
  assert.equal(countCharacters('🎵🎶'), 2)
})

test('a name of 255 characters is accepted, one of 256 and an empty one are not', () => {
  for (const character of ['a', 'ö', '🎵']) {
    assert.equal(Name.safeParse(character.repeat(255)).success, true)
    assert.match(
      Name.safeParse(character.repeat(256)).error?.issues[0]?.message ?? '',
      /at most 255 characters/,
    )
  }
  for (const empty of ['', '   ', '\n\t', '\u00a0']) {
    assert.match(Name.safeParse(empty).error?.issues[0]?.message ?? '', /must not be empty/)
  }
})

test('text is trimmed and composed, and stays the same when it comes again', () => {
  assert.equal(Name.parse('  Bjo\u0308rk '), 'Bj\u00f6rk')
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (value) => {
      const result = text(60).safeParse(value)
      if (!result.success) return
      assert.equal(result.data, value.normalize('NFC').trim())
      assert.equal(text(60).parse(result.data), result.data)
    }),
  )
})

test('an optional field of an update takes a value, nothing, or null', () => {
  const field = clearable(Name)
  assert.equal(field.parse(' Odalys '), 'Odalys')
  assert.equal(field.parse(null), null)
  assert.equal(field.parse(undefined), undefined)
  assert.equal(field.safeParse('').success, false)
})
