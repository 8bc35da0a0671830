import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Read } from './reader.ts'
import { statement } from './statement.ts'

test('values go where their names stand, one number each, groups by their dots', async () => {
  const asked: unknown[] = []
  const read: Read = async (text, values) => {
    asked.push(text, values)
    return []
  }
  const insert = statement('insert into a select $orgId, $song.name, $list::text[] where org_id = $orgId')
  await insert(read, { list: [], song: { name: 'Tin Lanterns' }, orgId: 'org_1', more: 1 })
  assert.deepEqual(asked, [
    'insert into a select $1, $2, $3::text[] where org_id = $1',
    ['org_1', 'Tin Lanterns', []],
  ])
  await insert(read, { list: null, song: { name: null }, orgId: '' })
  for (const values of [
    { orgId: 'o', list: [], song: {} },
    { orgId: 'o', list: [] },
  ])
    await assert.rejects(insert(read, values), { message: 'the statement has no value for $song.name' })
})
