import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import fc from 'fast-check'
import { ServiceError } from '../errors.ts'
import { peekStream } from './peek-stream.ts'

test('what was looked at is still there, whatever the chunks', async () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(chunks, fc.integer({ min: 1, max: 120 }), async (parts, byteCount) => {
      const bytes = Buffer.concat(parts)
      const { head, whole } = await peekStream(Readable.from(parts.map(Buffer.from)), byteCount)
      assert.deepEqual(head, bytes.subarray(0, byteCount))
      assert.deepEqual(await buffer(whole), bytes)
    }),
    { numRuns: 50 },
  )
})

test('a source that breaks is a broken upload, early and late', async () => {
  const isBroken = (error: unknown) => error instanceof ServiceError && error.code === 'BAD_REQUEST'
  await assert.rejects(peekStream(Readable.from(breakAfter('')), 10), isBroken)
  const { whole } = await peekStream(Readable.from(breakAfter('enough to look at')), 5)
  await assert.rejects(buffer(whole), isBroken)
})

test('giving up on the rest leaves the source alive, so that an answer can be sent', async () => {
  const source = new PassThrough()
  source.write('something')
  const { whole } = await peekStream(source, 5)
  for await (const _ of whole) break
  assert.equal(whole.destroyed, true)
  assert.equal(source.destroyed, false)
})

async function* breakAfter(text: string) {
  if (text) yield Buffer.from(text)
  throw new Error('ECONNRESET')
}
