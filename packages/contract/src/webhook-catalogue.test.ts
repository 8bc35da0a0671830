import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { BatchStatus } from './batches.ts'
import { RenderStatus } from './renders.ts'
import { findEventType, WEBHOOK_CATALOGUE } from './webhook-catalogue.ts'

test('every end of a render and of a batch has its event', () => {
  const ends = ['COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED', 'CANCELED']
  for (const status of RenderStatus.options.filter((each) => ends.includes(each)))
    assert.equal(findEventType('render', status), `render.${status.toLowerCase()}`)
  for (const status of BatchStatus.options.filter((each) => ends.includes(each)))
    assert.equal(findEventType('batch', status), `batch.${status.toLowerCase()}`)
  assert.throws(() => findEventType('render', 'PENDING'), {
    message: /no event reports a render that is PENDING/,
  })
})

test('the page about webhooks has every event, and no other', () => {
  const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, table = ''] = /\| type \| when \| data \|\n\|---\|---\|---\|\n((?:\|.*\n)+)/.exec(page) ?? []
  const cells = table.split('\n').map((line) => line.split('|')[1] ?? '')
  const documented = cells.flatMap((cell) => Array.from(cell.matchAll(/`([\w.]+)`/g), ([, type]) => type))
  assert.deepEqual(documented.toSorted(), Object.keys(WEBHOOK_CATALOGUE).toSorted())
})
