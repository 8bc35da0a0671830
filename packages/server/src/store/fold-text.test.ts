import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { containsPattern, foldText } from './fold-text.ts'

test('case and accents do not count', () => {
  for (const [name, folded] of [
    ['Björk', 'bjork'],
    ['BEYONCÉ', 'beyonce'],
    ['MØ', 'mo'],
    ['Łona', 'lona'],
    ['Die Straße', 'die strasse'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['Ｎｏｖａ', 'nova'],
    ['宇多田ヒカル', '宇多田ヒカル'],
    ['한글', '한글'],
  ] as const) {
    assert.equal(foldText(name), folded)
  }
})

test('folding does the same however a text is cased or composed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(foldText(foldText(text)), foldText(text))
      assert.equal(foldText(text.normalize('NFD')), foldText(text.normalize('NFC')))
    }),
  )
})

test('signs of LIKE stand for themselves', () => {
  assert.equal(containsPattern('100%_a\\b'), '%100\\%\\_a\\\\b%')
})
