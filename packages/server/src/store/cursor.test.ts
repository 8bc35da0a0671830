import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ServiceError } from '../errors.ts'
import { decodeCursor, encodeCursor, type ListOf } from './cursor.ts'
import { newId } from './new-id.ts'

const isInvalidCursor = (error: unknown) => error instanceof ServiceError && error.code === 'INVALID_CURSOR'

const list: fc.Arbitrary<ListOf> = fc.record({
  idKind: fc.constantFrom('artist', 'media', 'asset'),
  orgId: fc.constantFrom('org_1', 'org_2'),
  filters: fc.record({
    q: fc.option(fc.string(), { nil: undefined }),
    isrc: fc.constantFrom(undefined, 'X'),
  }),
})

test('a cursor leads back to where it was made', () => {
  fc.assert(
    fc.property(list, (mine) => {
      const id = newId(mine.idKind)
      assert.equal(decodeCursor(mine, encodeCursor(mine, id)), id)
    }),
  )
})

test('a cursor fits its own list, organization and filters, and no other', () => {
  fc.assert(
    fc.property(list, list, (mine, other) => {
      fc.pre(JSON.stringify(mine) !== JSON.stringify(other))
      const cursor = encodeCursor(mine, newId(mine.idKind))
      assert.throws(() => decodeCursor(other, cursor), isInvalidCursor)
    }),
  )
})

test('the order of filters does not count, nor does one that is not set', () => {
  const id = newId('media')
  const cursor = encodeCursor({ idKind: 'media', orgId: 'o', filters: { q: 'a', isrc: 'b' } }, id)
  const same = { idKind: 'media' as const, orgId: 'o', filters: { isrc: 'b', upc: undefined, q: 'a' } }
  assert.equal(decodeCursor(same, cursor), id)
})

test('no text at all is more than an invalid cursor', () => {
  const mine: ListOf = { idKind: 'media', orgId: 'org_1', filters: {} }
  const good = encodeCursor(mine, newId('media'))
  const damaged = fc
    .tuple(fc.nat(good.length - 1), fc.string({ minLength: 1, maxLength: 1 }))
    .map(([at, character]) => good.slice(0, at) + character + good.slice(at + 1))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), damaged), (text) => {
      try {
        assert.match(decodeCursor(mine, text), /^med_[0-9A-Z]{26}$/)
      } catch (error) {
        assert.ok(isInvalidCursor(error), String(error))
      }
    }),
    { numRuns: 300 },
  )
})
