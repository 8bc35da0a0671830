import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStatementNames } from './statement-names.ts'

test('a text has a name from its second use on, and keeps it', () => {
  const names = createStatementNames()

  assert.equal(names.find('select 1'), undefined)
  const name = names.find('select 1')
  assert.ok(name)
  assert.equal(names.find('select 1'), name)
  names.find('select 2')
  assert.notEqual(names.find('select 2'), name)
})

test('the number of names is bounded', () => {
  const names = createStatementNames(2)
  for (const text of ['a', 'b', 'c', 'a', 'b', 'c']) names.find(text)

  assert.ok(names.find('a'))
  assert.ok(names.find('b'))
  assert.equal(names.find('c'), undefined)
})
