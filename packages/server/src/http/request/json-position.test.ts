import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findJsonErrorPosition } from './json-position.ts'

test('the place of a fault is found', () => {
  const cases: [text: string, position: number][] = [
    ['{"a": oops}', 6],
    ['{"a": 1,}', 8],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['"line\nbreak"', 5],
    ['"\\x"', 1],
    ['[01]', 2],
    ['{"a":1', 6],
    ['{} {}', 3],
    ["{'a':1}", 1],
    ['', 0],
  ]
  for (const [text, position] of cases) assert.equal(findJsonErrorPosition(text), position, text)
})

test('a fault is found exactly where JSON.parse refuses, and the text before it is not at fault', () => {
  const changed = fc
    .tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', '[', '\\', '0', 'e', '-', '\n', ' '),
    )
    .map(([json, place, insert]) => {
      const at = place % (json.length + 1)
      return json.slice(0, at) + insert + json.slice(at + (place % 2))
    })
  fc.assert(
    fc.property(changed, (text) => {
      assert.equal(findJsonErrorPosition(text) === undefined, parses(text), text)
    }),
    { numRuns: 3000, seed: 4400 },
  )
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
