import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionError, TimeoutError } from '@songreel/sdk'
import { describeError } from './describe-error.ts'

test('only errors of the network say that the server does not respond', () => {
  const lost = 'The server does not respond. GET /v1/batches failed: connection refused'
  assert.equal(describeError(new ConnectionError('GET /v1/batches failed: connection refused')), lost)
  assert.match(describeError(new TimeoutError('It took longer than 500 ms.')), /does not respond/)
  const refused = new DOMException('Writing to the clipboard is not allowed.', 'NotAllowedError')
  assert.equal(describeError(refused), 'Writing to the clipboard is not allowed.')
  assert.equal(describeError('no reason'), 'no reason')
})
