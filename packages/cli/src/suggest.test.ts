import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNearest } from '@songreel/contract/find-nearest'
import { suggest } from './suggest.ts'

test('a slip of the fingers is understood, another word is not', () => {
  const commands = ['demo', 'render', 'preview', 'templates', 'doctor', 'serve']
  const cases: [string, string | undefined][] = [
    ['rendr', 'render'],
    ['redner', 'render'],
    ['RENDER', 'render'],
    ['docter', 'doctor'],
    ['template', 'templates'],
    ['server', 'serve'],
    ['upload', undefined],
    ['', undefined],
  ]
  for (const [word, meant] of cases) assert.equal(findNearest(word, commands), meant, word)
  assert.equal(suggest('dmeo', commands), ' Did you mean demo?')
  assert.equal(suggest('anything', []), '')
})
