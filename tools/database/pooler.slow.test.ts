import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPooler } from './pooler.ts'
import { findRealPrograms } from './real-postgres.ts'
import { tryPooler } from './try-pooler.ts'

const programs = findRealPrograms()?.folder ?? ''
const skip = (programs === '' || !hasPooler()) && 'postgresql and pgbouncer of the system are not installed'

test('a pooler that shares sessions is refused at the start, one that does not is taken', {
  skip,
}, async () => {
  assert.match((await tryPooler(programs, { mode: 'transaction' })) ?? '', /pooler that shares sessions/)
  const busy = await tryPooler(programs, { mode: 'transaction', isRoundRobin: true })
  assert.match(busy ?? '', /pooler that shares sessions/)
  assert.equal(await tryPooler(programs, { mode: 'session' }), undefined)
})

test('a pooler that refuses our settings says how to make it take them', { skip }, async () => {
  const refused = await tryPooler(programs, { mode: 'session', ignores: 'extra_float_digits' })
  assert.match(refused ?? '', /does not take the setting \w+\..* add: ignore_startup_parameters = /)
})
