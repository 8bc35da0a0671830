import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import type { Batch } from '@songreel/contract'
import { createBatchEventStream } from './batch-event-stream.ts'

const stateOf = (progress: number, isFinal = false) => ({
  mark: `m${progress}`,
  batch: { batchId: 'bat_1', progress, isFinal, renders: [] } as unknown as Batch,
})

test('a client that does not read is kept the newest state, not all of them', async () => {
  const reads: (() => void)[] = []
  let text = ''
  const stream = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      text += chunk
      reads.push(done)
    },
  })
  const tell = createBatchEventStream(stream, '')

  for (let progress = 0; progress < 1000; progress++) tell(stateOf(progress))
  const heldBytes = stream.writableLength
  tell(stateOf(1000, true))
  for (let read = reads.shift(); read; read = reads.shift()) {
    read()
    await new Promise((resolve) => setImmediate(resolve))
  }

  assert.ok(heldBytes < 200, `${heldBytes} bytes are kept for one client`)
  assert.deepEqual(text.match(/^id: .*$/gm), ['id: m0', 'id: m1000'])
  assert.ok(stream.writableFinished)
})
