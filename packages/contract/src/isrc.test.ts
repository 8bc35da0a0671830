import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Isrc, normaliseIsrc } from './isrc.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const DIGITS = [...'0123456789']

const isrc = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 2, maxLength: 2 }),
    fc.string({ unit: fc.constantFrom(...LETTERS, ...DIGITS), minLength: 3, maxLength: 3 }),
    fc.string({ unit: fc.constantFrom(...DIGITS), minLength: 7, maxLength: 7 }),
  )
  .map((parts) => parts.join(''))

/** A code as people write it: hyphens, spaces, either case, with or without the word ISRC. */
const written = fc
  .tuple(
    isrc,
    fc.constantFrom('', 'ISRC', 'isrc ', 'ISRC: ', 'Isrc-'),
    fc.constantFrom('', '-', ' ', '–'),
    fc.boolean(),
  )
  .map(([code, word, gap, isLower]) => {
    const text = [code.slice(0, 2), code.slice(2, 5), code.slice(5, 7), code.slice(7)].join(gap)
    return { code, text: word + (isLower ? text.toLowerCase() : text) }
  })

test('a recording code is understood however it is written', () => {
  fc.assert(
    fc.property(written, ({ code, text }) => {
      assert.equal(Isrc.parse(text), code)
    }),
  )
})

test('a code from Iceland that starts with the letters ISRC keeps them', () => {
  assert.equal(Isrc.parse('ISRC12345678'), 'ISRC12345678')
  assert.equal(Isrc.parse('ISRC ISRC12345678'), 'ISRC12345678')
})

test('what is accepted has the form of the standard, and nothing else is', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), isrc), (text) => {
      const result = Isrc.safeParse(text)
      assert.equal(result.success, /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/.test(normaliseIsrc(text)))
    }),
  )
})

test('a code with one character too few or too many is refused with the rule', () => {
  for (const text of ['', 'USRC1760783', 'USRC176078390', 'U1RC17607839', 'USRC1760783O']) {
    const result = Isrc.safeParse(text)
    assert.equal(result.success, false, text)
    assert.match(result.error?.issues[0]?.message ?? '', /two letters, three letters or digits, seven digits/)
  }
})
