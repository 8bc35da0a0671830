import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { ChildExit } from './describe-exit.ts'
import type { ChildJob, ParentMessage } from './messages.ts'
import { runStills } from './run-stills.ts'

const LIMIT_MS = 60_000

test('stills that are done before their child hears that nobody waits for them are canceled all the same', async () => {
  const child = Object.assign(new EventEmitter(), {
    pid: process.pid,
    connected: true,
    // It had finished just before.
    send: ({ kind }: ParentMessage) => kind === 'stop' && child.emit('message', { kind: 'finished' }),
  })
  const started = {
    child: child as unknown as ChildProcess,
    exited: Promise.withResolvers<ChildExit>().promise,
  }
  const ended = new AbortController()
  const limits = { folder: '', timeoutMs: LIMIT_MS, stallMs: LIMIT_MS, memoryLimitMb: 2 ** 20 }
  let isSound = false
  const drawing = runStills(started, {} as ChildJob, { ...limits, signal: ended.signal }, () => {
    isSound = true
  })
  ended.abort()
  await assert.rejects(drawing, { code: 'RENDER_CANCELED' })
  assert.equal(isSound, true, 'and it waits for the next ones')
})
