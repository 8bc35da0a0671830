import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { assetKey } from '../src/assets/asset-key.ts'
import type { Storage } from '../src/assets/storage.ts'
import { ServiceError } from '../src/errors.ts'

const ORG_ID = 'org_01K9ZB3Q4V8M7N6P5R2S1T0WXY'
const MAX_BYTES = 1024 * 1024

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const keyOf = ({ sha256 }: { sha256: string }) => assetKey(ORG_ID, sha256)
const keyOfBytes = (bytes: Uint8Array) => keyOf({ sha256: hashOf(bytes) })

/** The examination that every kind of storage passes. */
export function examineStorage(name: string, openStorage: (t: TestContext) => Promise<Storage>): void {
  test(`${name}: what was stored reads back byte for byte, whatever the chunks`, async (t) => {
    const storage = await openStorage(t)
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 500 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(chunks, async (parts) => {
        const bytes = Buffer.concat(parts)
        const stored = await storage.putStream(Readable.from(parts.map(Buffer.from)), keyOf, {
          maxBytes: MAX_BYTES,
        })
        assert.deepEqual(stored, { bytes: bytes.length, sha256: hashOf(bytes), key: keyOfBytes(bytes) })
        assert.equal(await storage.findSize(stored.key), bytes.length)
        assert.deepEqual(await buffer(await storage.read(stored.key)), bytes)
      }),
      { numRuns: 15 },
    )
  })

  test(`${name}: a range holds both of its ends`, async (t) => {
    const storage = await openStorage(t)
    const { key } = await put(storage, Buffer.from('0123456789'))
    const read = async (start: number, end: number) =>
      (await buffer(await storage.read(key, { start, end }))).toString()
    assert.equal(await read(0, 9), '0123456789')
    assert.equal(await read(3, 5), '345')
    assert.equal(await read(9, 9), '9')
  })

  test(`${name}: a file is not there before its last byte`, async (t) => {
    const storage = await openStorage(t)
    const bytes = Buffer.from('first half, second half')
    const source = new PassThrough()
    const stored = storage.putStream(source, keyOf, { maxBytes: MAX_BYTES })
    source.write(bytes.subarray(0, 10))
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(await storage.findSize(keyOfBytes(bytes)), undefined)
    source.end(bytes.subarray(10))
    await stored
    assert.equal(await storage.findSize(keyOfBytes(bytes)), bytes.length)
  })

  test(`${name}: a file of exactly the limit is taken, one byte more is refused and leaves nothing`, async (t) => {
    const storage = await openStorage(t)
    const bytes = Buffer.alloc(100, 'x')
    const limitedTo = (maxBytes: number) => storage.putStream(Readable.from([bytes]), keyOf, { maxBytes })
    await assert.rejects(
      limitedTo(99),
      (error) => error instanceof ServiceError && error.code === 'BODY_TOO_LARGE',
    )
    assert.equal(await storage.findSize(keyOfBytes(bytes)), undefined)
    assert.equal((await limitedTo(100)).bytes, 100)
  })

  test(`${name}: a source that breaks leaves nothing, and its error is reported`, async (t) => {
    const storage = await openStorage(t)
    const source = Readable.from(breakAfter(Buffer.from('half')))
    await assert.rejects(storage.putStream(source, keyOf, { maxBytes: MAX_BYTES }), /the line is dead/)
    assert.equal(await storage.findSize(keyOfBytes(Buffer.from('half'))), undefined)
  })

  test(`${name}: an abort ends the wait for a source that stands still`, async (t) => {
    const storage = await openStorage(t)
    const source = new PassThrough()
    source.write('half')
    const stop = new AbortController()
    const stored = storage.putStream(source, keyOf, { maxBytes: MAX_BYTES, signal: stop.signal })
    stop.abort()
    await assert.rejects(stored, { name: 'AbortError' })
    assert.equal(source.destroyed, true)
    assert.equal(await storage.findSize(keyOfBytes(Buffer.from('half'))), undefined)
  })

  test(`${name}: equal bytes stored at the same time are one file, and whole`, async (t) => {
    const storage = await openStorage(t)
    const bytes = Buffer.alloc(200_000, 'same')
    const stored = await Promise.all([1, 2, 3, 4].map(() => put(storage, bytes)))
    assert.equal(new Set(stored.map((file) => file.key)).size, 1)
    assert.deepEqual(await buffer(await storage.read(keyOfBytes(bytes))), bytes)
  })

  test(`${name}: a deleted file is gone, and deleting it again does no harm`, async (t) => {
    const storage = await openStorage(t)
    const { key } = await put(storage, Buffer.from('short-lived'))
    await storage.delete(key)
    await storage.delete(key)
    assert.equal(await storage.findSize(key), undefined)
    await assert.rejects(async () => buffer(await storage.read(key)))
  })

  test(`${name}: the check passes while all is well`, async (t) => {
    const storage = await openStorage(t)
    await storage.check()
  })
}

function put(storage: Storage, bytes: Buffer) {
  return storage.putStream(Readable.from([bytes]), keyOf, { maxBytes: MAX_BYTES })
}

async function* breakAfter(bytes: Buffer) {
  yield bytes
  throw new Error('the line is dead')
}
