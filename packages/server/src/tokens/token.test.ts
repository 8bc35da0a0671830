import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isMistypedToken, isWellFormedToken, makeHint, makeToken } from './token.ts'

test('a token has its prefix, 32 random characters and a checksum', () => {
  assert.match(makeToken(), /^srl_live_[0-9A-Za-z]{38}$/)
  assert.match(makeToken({ isTest: true }), /^srl_test_[0-9A-Za-z]{38}$/)
  assert.notEqual(makeToken(), makeToken())
})

test('any one mistyped character is noticed', () => {
  const token = makeToken()
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'0aZ_-9'), (index, character) => {
      const typed = token.slice(0, index) + character + token.slice(index + 1)
      return typed === token || !typed.startsWith('srl_') || isMistypedToken(typed)
    }),
  )
})

test("an operator's own token is taken as given within its bounds", () => {
  assert.ok(isWellFormedToken('a-token-of-my-own'))
  assert.ok(isWellFormedToken('srl_live_looks-like-one-of-ours'))
  assert.ok(!isMistypedToken('a-token-of-my-own'))
  assert.ok(!isMistypedToken(makeToken()))
  assert.ok(!isWellFormedToken('too-short'))
  assert.ok(!isWellFormedToken('has a space in it, sadly'))
  assert.ok(!isWellFormedToken('x'.repeat(257)))
})

test('a hint shows at most 12 characters and never most of a short token', () => {
  assert.equal(makeHint(makeToken()).length, 13)
  assert.equal(makeHint('sixteen-letters!'), 'sixte…')
})
