import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findConflicts, listChanges, listTheirs } from './record-changes.ts'

const base = { tag: '"1"', values: { name: 'Tin Lanterns', isrc: null, audioUrl: 'ast_1' } }

test('only what both have changed, each to something else, is a conflict', () => {
  const theirs = { tag: '"2"', values: { name: 'Tin Lantern', isrc: 'QZABC2600001', audioUrl: 'ast_2' } }
  assert.deepEqual(listTheirs(base, theirs), ['name', 'isrc', 'audioUrl'])
  assert.deepEqual(findConflicts({ name: 'Lanterns', audioUrl: 'https://x/y' }, base, theirs), [
    'name',
    'audioUrl',
  ])
  assert.deepEqual(findConflicts({ name: 'Tin Lantern' }, base, theirs), [], 'both say the same')
  assert.deepEqual(findConflicts({ album: 'Harbour EP' }, base, theirs), [], 'they did not touch it')
  assert.deepEqual(findConflicts({ isrc: null }, base, { ...theirs, values: { ...base.values } }), [])
})

test('what is typed back to how it was is no change, and an emptied text is null', () => {
  const fields = [
    { name: 'name', value: 'Tin Lanterns' },
    { name: 'isrc', value: 'QZABC2600001' },
    { name: 'upc', value: null },
  ]
  assert.deepEqual(listChanges(fields, { name: ' Tin Lanterns ', isrc: '', upc: '' }), { isrc: null })
})
