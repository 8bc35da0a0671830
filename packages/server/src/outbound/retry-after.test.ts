import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRetryAfterSecs } from './retry-after.ts'

test('Retry-After is seconds or a date, at most a day, and never negative', () => {
  const nowMs = Date.parse('2026-11-14T09:30:00Z')
  const cases: [string | undefined, number | undefined][] = [
    [undefined, undefined],
    ['120', 120],
    [' 0 ', 0],
    ['999999999', 86_400],
    ['Sat, 14 Nov 2026 09:31:30 GMT', 90],
    ['Sat, 14 Nov 2026 09:00:00 GMT', 0],
    ['Sun, 14 Nov 2027 09:00:00 GMT', 86_400],
    ['5 minutes', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
  ]
  for (const [header, secs] of cases) assert.equal(readRetryAfterSecs(header, nowMs), secs, header)
})
