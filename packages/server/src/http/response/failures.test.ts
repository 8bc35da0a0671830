import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toServiceError } from './failures.ts'

test('whatever is thrown when the database goes away means: try again in a moment', () => {
  const thrown = [
    new Error('Connection terminated unexpectedly'),
    // A transaction's rollback on a lost connection throws this instead of what was thrown first.
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Client was closed and is not queryable'),
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    // What a client of its own, and one of a pool, say when no connection comes about; and what no response in time is called.
    new Error('timeout expired'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Query read timeout'),
    // A standby that is not yet the primary.
    Object.assign(new Error('cannot execute INSERT in a read-only transaction'), {
      code: '25006',
      severity: 'ERROR',
    }),
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
  ]
  for (const error of thrown) assert.equal(toServiceError(error).code, 'UNAVAILABLE', error.message)
  assert.equal(toServiceError(new Error('is not queryable')).code, 'INTERNAL')
})
