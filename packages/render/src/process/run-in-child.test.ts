import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { endChild, startAt, waitForResult } from './run-in-child.ts'
import type { ChildPlace } from './start-child.ts'

const LIMIT_MS = 60_000

test('what a child leaves behind in its group ends with it, and nobody waits for it', async () => {
  // As when the kernel ends only the first of its processes: the other one holds the error output open.
  const start = () =>
    spawn('sh', ['-c', 'sleep 600 & exit 7'], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const started = startAt({ start } as unknown as ChildPlace)
  const limit = new AbortController()
  const tooLong = wait(LIMIT_MS, undefined, { signal: limit.signal })
  assert.equal((await Promise.race([started.exited, tooLong]))?.code, 7)
  limit.abort()
  await tooLong.catch(() => {})
  await endChild(started)
})

const JOB = { kind: 'ANALYSIS', path: 'song.mp3', options: {} } as const
const listen = (child: ChildProcess) => waitForResult(child, JOB, { noteProgress: ({ frames }) => frames })

test('a child that says what no child of ours says fails its own job, and nothing else', async () => {
  const circle: Record<string, unknown> = {}
  circle.of = circle
  for (const said of [
    null,
    7,
    {},
    { kind: 'failed' },
    { kind: 'progress' },
    { kind: 'finished', result: circle },
  ]) {
    const child = new EventEmitter() as ChildProcess
    const result = listen(child)
    child.emit('message', said)
    await assert.rejects(result, Error, JSON.stringify(said?.constructor?.name))
  }
})

test('what is said of files is told in texts that every database takes', async () => {
  const child = new EventEmitter() as ChildProcess
  const result = listen(child)
  child.emit('message', { kind: 'finished', result: { name: 'a\0b' } })
  assert.deepEqual(await result, { name: 'a\ufffdb' })
  const failure = listen(child)
  const error = { code: 'ANIMATION_INVALID', seen: 'shows half of \ud83c', facts: {}, stack: '' }
  child.emit('message', { kind: 'failed', error })
  await assert.rejects(failure, { seen: 'shows half of \ufffd' })
})

test('what a child says before its job does not answer it', async (t) => {
  const says = `process.send({ kind: 'finished', result: 'stale' }, () => process.stderr.write('said'))
    process.on('message', () => process.send({ kind: 'finished', result: 'of the job' }))`
  const start = () =>
    spawn(process.execPath, ['-e', says], { detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const started = startAt({ start } as unknown as ChildPlace)
  t.after(() => endChild(started))
  await once(started.child.stderr!, 'data')
  assert.equal(await listen(started.child), 'of the job')
})
