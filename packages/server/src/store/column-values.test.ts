import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { readColumn } from './column-values.ts'

const { INT8, TIMESTAMPTZ, DATE, NUMERIC } = pg.types.builtins

test('a timestamp is ISO text with exactly three digits of milliseconds', () => {
  const read = readColumn(TIMESTAMPTZ)

  assert.equal(read('2026-11-14 09:30:00+00'), '2026-11-14T09:30:00.000Z')
  assert.equal(read('2026-11-14 09:30:00.1+00'), '2026-11-14T09:30:00.100Z')
  assert.equal(read('2026-11-14 09:30:00.123456+00'), '2026-11-14T09:30:00.123Z')
})

test('a timestamp from a server in another time zone is the same moment', () => {
  const read = readColumn(TIMESTAMPTZ)

  assert.equal(read('2026-11-14 11:30:00.123+02'), '2026-11-14T09:30:00.123Z')
  assert.equal(read('2026-11-14 15:00:00.5+05:30'), '2026-11-14T09:30:00.500Z')
})

test('a bigint is a number, and one that no number can hold is refused', () => {
  const read = readColumn(INT8)

  assert.equal(read('9007199254740991'), Number.MAX_SAFE_INTEGER)
  assert.throws(() => read('9007199254740993'), /9007199254740993/)
})

test('a date and a numeric keep their text', () => {
  assert.equal(readColumn(DATE)('2026-11-14'), '2026-11-14')
  assert.equal(readColumn(NUMERIC)('1.10'), '1.10')
})
