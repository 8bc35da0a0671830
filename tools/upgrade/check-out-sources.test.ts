import assert from 'node:assert/strict'
import { test } from 'node:test'
import { precedes } from './check-out-sources.ts'

test('sources are continued by those that know all of their migrations by name, and more', () => {
  const now = ['0001-start.sql', '0002-backgrounds.sql', '0003-animations.sql']
  assert.ok(precedes(now.slice(0, 2), now))
  assert.ok(precedes(now.slice(0, 1), now))
  assert.ok(!precedes(now, now), 'nothing would be migrated')
  assert.ok(!precedes(['0001-start.sql', '0002-animations.sql'], now), 'it has another number now')
})
