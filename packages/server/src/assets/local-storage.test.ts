import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { examineStorage } from '../../testing/storage-conformance.ts'
import { openLocalStorage } from './local-storage.ts'

examineStorage('local storage', async (t) => openLocalStorage(await makeFolder(t)))

test('an upload that is broken off leaves no file at all', async (t) => {
  const folder = await makeFolder(t)
  const storage = await openLocalStorage(folder)
  const source = new PassThrough()
  const stored = storage.putStream(source, () => 'assets/never', { maxBytes: 1000 })
  source.write('half')
  source.destroy(new Error('gone away'))
  await assert.rejects(stored, /gone away/)
  assert.deepEqual(await listFiles(folder), [])
})

test('an upload that is called off leaves no file at all, however early', async (t) => {
  const folder = await makeFolder(t)
  const storage = await openLocalStorage(folder)
  for (let turns = 0; turns < 4; turns++) {
    const source = new PassThrough()
    source.write('half')
    const stop = new AbortController()
    const options = { maxBytes: 1000, signal: stop.signal }
    const stored = storage.putStream(source, () => 'assets/never', options)
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    await assert.rejects(stored, { name: 'AbortError' })
    assert.deepEqual(await listFiles(folder), [])
  }
})

test('files and folders are closed to other users', async (t) => {
  const folder = path.join(await makeFolder(t), 'files')
  const storage = await openLocalStorage(folder)
  await storage.putStream(Readable.from([Buffer.from('x')]), () => 'assets/org/aa/file', { maxBytes: 10 })
  const modeOf = async (name: string) => (await stat(path.join(folder, name))).mode & 0o777
  assert.equal(await modeOf('assets/org/aa/file'), 0o600)
  assert.equal(await modeOf('assets/org'), 0o700)
  assert.equal(await modeOf('.'), 0o700)
})

test('a key that leads out of the folder is refused', async (t) => {
  const storage = await openLocalStorage(await makeFolder(t))
  for (const key of [
    '../secret',
    '/etc/passwd',
    'assets/../../x',
    'assets//x',
    '',
    '.hidden',
    'incoming/x',
  ]) {
    await assert.rejects(async () => storage.findSize(key), /Not a storage key/, key)
  }
})

test('opening sweeps away what a killed process left a day ago, and nothing younger', async (t) => {
  const folder = await makeFolder(t)
  await mkdir(path.join(folder, 'incoming'))
  const [old, young] = ['old', 'young'].map((name) => path.join(folder, 'incoming', name)) as [string, string]
  await writeFile(old, 'half')
  await writeFile(young, 'half')
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await utimes(old, yesterday, yesterday)
  await openLocalStorage(folder)
  assert.deepEqual(await readdir(path.join(folder, 'incoming')), ['young'])
})

test('the check says when the folder can not be written', async (t) => {
  const folder = await makeFolder(t)
  const storage = await openLocalStorage(folder)
  await rm(path.join(folder, 'incoming'), { recursive: true })
  await assert.rejects(storage.check(), /can not be written \(ENOENT\)/)
})

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'songreel storage '))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
