import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ERRORS, type ErrorCode, Failure } from '@songreel/contract'
import { PROVOCATIONS, startGround } from '../../testing/provoke-errors.ts'

const ground = await startGround({ after })

test('every code of the catalogue can be provoked', () => {
  assert.deepEqual(Object.keys(PROVOCATIONS).sort(), Object.keys(ERRORS).sort())
})

for (const [code, entry] of Object.entries(ERRORS)) {
  test(`${code} is met by a client, with its status and whether trying again helps`, async () => {
    const { status, body } = await PROVOCATIONS[code as ErrorCode](ground)
    const failure = Failure.strict().parse(body)
    assert.equal(failure.error.code, code, failure.message)
    assert.deepEqual([status, failure.error.retryable], [entry.status, entry.retryable])
    assert.match(failure.error.docs, new RegExp(`/docs/errors#${code}$`))
  })
}
