import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../testing/any-character.ts'
import { hasRightCheckDigit, Upc } from './upc.ts'

const body = fc
  .constantFrom(7, 11, 12, 13)
  .chain((length) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }))

/** Written the other way round than the code under test: weights from a table, the digit by trying all ten. */
function withCheckDigit(digits: number[]): string {
  const weights = [3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3].slice(0, digits.length)
  const reversed = digits.toReversed()
  const sum = weights.reduce((total, weight, index) => total + weight * (reversed[index] as number), 0)
  const check = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((digit) => (sum + digit) % 10 === 0)
  return digits.join('') + check
}

test('every code with a right check digit is accepted and kept as it is', () => {
  fc.assert(
    fc.property(body, (digits) => {
      const code = withCheckDigit(digits)
      assert.equal(Upc.parse(code), code)
    }),
  )
})

test('any single mistyped digit is noticed', () => {
  fc.assert(
    fc.property(body, fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, place, shift) => {
      const code = withCheckDigit(digits)
      const index = place % code.length
      const wrong = code.slice(0, index) + ((Number(code[index]) + shift) % 10) + code.slice(index + 1)
      assert.equal(Upc.safeParse(wrong).success, false)
    }),
  )
})

test('published codes of all four lengths have right check digits', () => {
  for (const code of ['96385074', '036000291452', '4006381333931', '00012345600012']) {
    assert.equal(hasRightCheckDigit(code), true, code)
  }
})

test('spaces, hyphens and wide digits are understood, leading zeros stay', () => {
  assert.equal(Upc.parse(' 0 36000-29145 2 '), '036000291452')
  assert.equal(Upc.parse('０３６０００２９１４５２'), '036000291452')
})

test('a refusal says which rule was broken', () => {
  const messageOf = (text: string) => Upc.safeParse(text).error?.issues[0]?.message ?? ''
  assert.match(messageOf('12345'), /8, 12, 13 or 14 digits, not 5/)
  assert.match(messageOf('036000291453'), /wrong check digit/)
  assert.match(messageOf('03600029145X'), /digits only/)
  assert.match(messageOf(''), /digits only/)
})

test('no text at all breaks the check', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const result = Upc.safeParse(text)
      if (result.success) assert.match(result.data, /^(\d{8}|\d{12,14})$/)
    }),
  )
})
