import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ID_PREFIXES, type IdKind } from '@songreel/contract'
import fc from 'fast-check'
import { idStartAt, isId, newId, newRecord } from './new-id.ts'

const kind = fc.constantFrom(...(Object.keys(ID_PREFIXES) as IdKind[]))
const timeMs = fc.integer({ min: 0, max: 2 ** 49 })

test('an identifier is its prefix and 26 characters, and is recognised as of its kind only', () => {
  fc.assert(
    fc.property(kind, kind, (mine, other) => {
      const id = newId(mine)
      assert.match(id, /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/)
      assert.equal(isId(mine, id), true)
      assert.equal(isId(other, id), mine === other)
    }),
  )
})

test('identifiers sort by the time of their making', () => {
  fc.assert(
    fc.property(timeMs, timeMs, (a, b) => {
      fc.pre(a < b)
      const earlier = newId('media', a)
      assert.ok(earlier < newId('media', b))
      assert.ok(idStartAt('media', a) < earlier)
      assert.ok(earlier < idStartAt('media', a + 1))
    }),
  )
})

test('ten thousand identifiers of one millisecond are all different and in order', () => {
  const ids = Array.from({ length: 10_000 }, () => newId('artist', 1_700_000_000_000))
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(ids, ids.toSorted())
})

test('the moment of a record is the one in its identifier', () => {
  const { id, createdAt } = newRecord('asset')
  assert.ok(id.startsWith(idStartAt('asset', Date.parse(createdAt))))
})

test('a moment before 1970 or beyond the last one is met by the nearest there is', () => {
  assert.equal(idStartAt('media', -1), idStartAt('media', 0))
  assert.equal(idStartAt('media', 1e17), 'med_ZZZZZZZZZZ')
})
