import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findLockHolder, lockFile, tryLockFile } from './folder-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'songreel-lock-'))
after(() => rmSync(folder, { recursive: true }))

test('a lock is held by one at a time, and free again after release', () => {
  const file = join(folder, 'one')
  const first = tryLockFile(file)

  assert.ok(first)
  assert.equal(tryLockFile(file), undefined)
  first.release()
  const second = tryLockFile(file)
  assert.ok(second)
  second.release()
})

test('a lock that is held puts nothing beside its file, which a killed holder would leave behind', () => {
  const alone = mkdtempSync(join(folder, 'alone-'))
  const lock = tryLockFile(join(alone, 'work.lock'))

  assert.deepEqual(readdirSync(alone), ['work.lock'])
  lock?.release()
})

test('the kernel says who holds a lock', async () => {
  const file = join(folder, 'holder')
  const lock = await lockFile(file)

  assert.equal(await findLockHolder(file), process.pid)
  lock.release()
  assert.equal(await findLockHolder(file), undefined)
})

test('a lock dies with its holder, even one that is killed', async () => {
  const file = join(folder, 'killed')
  const program = `
    const { tryLockFile } = await import(${JSON.stringify(import.meta.resolve('./folder-lock.ts'))})
    globalThis.lock = tryLockFile(process.argv[1])
    process.stdout.write('locked')
    setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program, file])
  await once(holder.stdout, 'data')

  assert.equal(tryLockFile(file), undefined)
  assert.equal(await findLockHolder(file), holder.pid)
  holder.kill('SIGKILL')
  const lock = await lockFile(file, { signal: AbortSignal.timeout(180_000) })
  lock.release()
})

test('waiting for a lock can be given up', async () => {
  const file = join(folder, 'waiting')
  const lock = tryLockFile(file)

  await assert.rejects(lockFile(file, { signal: AbortSignal.timeout(50) }), { name: 'AbortError' })
  lock?.release()
})
