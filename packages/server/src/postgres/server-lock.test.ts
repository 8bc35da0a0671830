import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Places, preparePlaces } from './cluster.ts'
import { createServerLock, isServerLockHeld } from './server-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'songreel-server-lock-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('the lock lives as long as any process that has inherited it, not only the first', async () => {
  const places = await preparePlaces(join(folder, 'inherited'))
  assert.equal(await isServerLockHeld(places), false)
  const { parent, childPid } = await startWithLock(places)

  assert.equal(await isServerLockHeld(places), true)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  assert.equal(await isServerLockHeld(places), true, 'its child goes on')
  process.kill(childPid, 'SIGKILL')

  while (await isServerLockHeld(places)) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual(readdirSync(places.root), ['server.lock'], 'the name stays, and means nothing')
})

test('the lock of a dead process is replaced; that of a living one answers however often it is asked', async () => {
  const places = await preparePlaces(join(folder, 'inherited'))
  const { parent, childPid } = await startWithLock(places)

  const answers = new Set<boolean>()
  for (let question = 0; question < 600; question++) answers.add(await isServerLockHeld(places))

  assert.deepEqual([...answers], [true])
  parent.kill('SIGKILL')
  process.kill(childPid, 'SIGKILL')
})

test('a folder whose path is too long for a socket can be locked', async () => {
  const places = await preparePlaces(join(folder, 'long'.repeat(50)))
  const lock = await createServerLock(places)

  assert.equal(await isServerLockHeld(places), true)
  await lock.release()
  assert.equal(await isServerLockHeld(places), false)
})

/** Starts a process that has a child, both with the lock. */
async function startWithLock(places: Places): Promise<{ parent: ChildProcess; childPid: number }> {
  const lock = await createServerLock(places)
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; wait'], {
    stdio: ['ignore', 'pipe', 'ignore', lock.fd],
  })
  const [line] = await once(parent.stdout!, 'data')
  await lock.release()
  return { parent, childPid: Number(String(line)) }
}
