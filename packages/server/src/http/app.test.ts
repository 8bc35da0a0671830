import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startService } from '../testing/start-service.ts'

const service = await startService({ after })

test('an answer has a request id and is not kept by caches', async () => {
  const { status, headers } = await service.api('GET', '/v1/limits')

  assert.equal(status, 200)
  assert.match(headers.get('x-request-id') ?? '', /^rq_[0-9A-Z]{26}$/)
  assert.equal(headers.get('cache-control'), 'no-store')
})
