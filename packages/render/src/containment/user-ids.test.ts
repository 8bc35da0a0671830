import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { FIRST_CHILD_ID, LAST_CHILD_ID, takeUserId } from './user-ids.ts'

const isLinux = process.platform === 'linux'

test('no two children have the same user id', { skip: !isLinux && 'Linux only' }, async () => {
  const taken = await Promise.all([takeUserId(), takeUserId(), takeUserId()])
  const ids = taken.map(({ id }) => id)
  for (const { free } of taken) free()
  assert.equal(new Set(ids).size, 3)
  assert.ok(ids.every((id) => id >= FIRST_CHILD_ID && id <= LAST_CHILD_ID))
})

const skip = process.geteuid?.() !== 0 && 'only root can start processes of other users'
test('what still runs under an id is ended when the id is freed, others are left alone', {
  skip,
}, async (t) => {
  const [first, second] = [await takeUserId(), await takeUserId()]
  const left = spawn('sleep', ['600'], { uid: first.id, gid: first.id, detached: true, stdio: 'ignore' })
  t.after(() => left.kill('SIGKILL'))
  await once(left, 'spawn')
  const exited = once(left, 'exit')

  second.free()
  assert.equal(left.signalCode, null)
  first.free()
  assert.deepEqual(await exited, [null, 'SIGKILL'])
})
