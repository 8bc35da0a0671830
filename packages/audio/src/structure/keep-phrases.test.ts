import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepPhrases } from './keep-phrases.ts'

const BEATS = Float64Array.from({ length: 120 }, (_, beat) => beat * 0.5)
const LENGTHS = { minSecs: 11, maxSecs: 19 }

test('an excerpt that nobody is cut off by stays as it is', () => {
  const phrases = [
    { startSecs: 5, endSecs: 9.9 },
    { startSecs: 10.2, endSecs: 14 },
  ]
  const kept = keepPhrases({ startSecs: 10, endSecs: 26 }, ground(phrases))
  assert.deepEqual(kept, { startSecs: 10, endSecs: 26, whole: 1 })
})

test('it begins on the beat before a phrase that was under way, or right before it where the last one has just ended', () => {
  const upbeat = { startSecs: 9.3, endSecs: 12 }
  const early = keepPhrases({ startSecs: 10, endSecs: 24 }, ground([upbeat]))
  assert.equal(early.startSecs, 9)
  const close = keepPhrases({ startSecs: 10, endSecs: 24 }, ground([{ startSecs: 6, endSecs: 9.25 }, upbeat]))
  assert.ok(close.startSecs >= 9.25 && close.startSecs <= 9.3, `${close.startSecs}`)
})

test('it ends on the beat after a phrase, and before it where the phrase is too long', () => {
  const end = keepPhrases({ startSecs: 10, endSecs: 26 }, ground([{ startSecs: 24, endSecs: 27.3 }]))
  assert.deepEqual([end.endSecs, end.whole], [27.5, 1])
  const long = keepPhrases({ startSecs: 10, endSecs: 26 }, ground([{ startSecs: 24.5, endSecs: 40 }]))
  assert.ok(long.endSecs > 24 && long.endSecs <= 24.5, `${long.endSecs}`)
  assert.equal(long.whole, 1)
})

test('what cannot be kept whole is cut, and said to be', () => {
  const kept = keepPhrases({ startSecs: 10, endSecs: 26 }, ground([{ startSecs: 0, endSecs: 50 }]))
  assert.deepEqual(kept, { startSecs: 10, endSecs: 26, whole: 0 })
})

function ground(phrases: { startSecs: number; endSecs: number }[]) {
  return { phrases, beatSecs: BEATS, toleranceSecs: 0.08, reachSecs: 2, within: LENGTHS }
}
