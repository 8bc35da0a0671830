import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BatchRecord } from '@songreel/sdk'
import { groupByRef, toFilter } from './batch-rows.ts'

const batch = (batchId: string, ref: string | null) => ({ batchId, ref }) as BatchRecord

test('what was sent together is one row, where its first was; what stands alone stays so', () => {
  const rows = groupByRef([batch('5', 'ep'), batch('4', null), batch('3', 'ep'), batch('2', 'x')], false)
  assert.deepEqual(
    rows.map(({ ref, batches, isPartial }) => [ref, batches.map(({ batchId }) => batchId), isPartial]),
    [
      ['ep', ['5', '3'], false],
      [undefined, ['4'], false],
      [undefined, ['2'], false],
    ],
  )
})

test('a row that the end of the list may have cut says so', () => {
  const rows = groupByRef([batch('5', 'a'), batch('4', 'a'), batch('3', 'b'), batch('2', 'b')], true)
  assert.deepEqual(
    rows.map(({ isPartial }) => isPartial),
    [false, true],
  )
})

test('days include themselves, by the calendar of whoever looks', () => {
  const { createdAfter, createdBefore, ...rest } = toFilter({ from: '2026-11-14', to: '2026-11-14', q: 'ep' })
  assert.equal(Number(createdBefore) - Number(createdAfter), 24 * 60 * 60_000 + 1)
  assert.equal((createdBefore as Date).getHours(), 0)
  assert.deepEqual(rest, { q: 'ep' })
  assert.deepEqual(toFilter({ from: 'soon', order: 'desc', status: '' }), {})
})
