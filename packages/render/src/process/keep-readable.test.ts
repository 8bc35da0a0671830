import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepReadable } from './keep-readable.ts'

test('texts become such that every database takes them; all else stays as it is', () => {
  const picture = new Uint8Array([0, 1])
  const said = {
    name: 'a\0b',
    notes: [`Letters of ${'x'.repeat(3)}\ud83c are not in the file`, '🎉'],
    deep: { secs: 1.5, isLoop: false, none: null, unset: undefined, picture },
  }
  assert.deepEqual(keepReadable(said), {
    name: 'a\ufffdb',
    notes: ['Letters of xxx\ufffd are not in the file', '🎉'],
    deep: { secs: 1.5, isLoop: false, none: null, unset: undefined, picture },
  })
  assert.equal(keepReadable(said).deep.picture, picture)
})
