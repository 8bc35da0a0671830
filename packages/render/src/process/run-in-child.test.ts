import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { endChild, startAt } from './run-in-child.ts'
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
