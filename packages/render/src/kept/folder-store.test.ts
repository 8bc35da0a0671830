import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openFolderStore } from './folder-store.ts'
import { openSupply } from './segment-supply.ts'

const QUEST = { line: 'ee'.repeat(32), machine: 'test' }

function aSegment(digit: string, index = 0) {
  const frames = Uint8Array.of(1, 2, 3, 4)
  return {
    key: digit.repeat(64),
    frames,
    description: 'ff'.repeat(32),
    index,
    bytes: new Uint8Array(1000).fill(7),
  }
}

test('a folder gives back what was kept, by line and by work', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-folder-store-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const open = (workKey: string) => openSupply(openFolderStore(folder, { maxBytes: 1e6, workKey }), QUEST)
  const { keep } = await open('one')
  await keep(aSegment('a', 5))

  const again = await open('one')
  const { key, frames, description } = aSegment('a')
  assert.deepEqual(again.candidates, [{ key, frames: Buffer.from(frames), description }])
  assert.equal(await again.findMade(5), key)
  assert.equal(await again.findMade(6), undefined)
  assert.deepEqual(await again.take(key), Buffer.from(aSegment('a').bytes))
  const other = await open('two')
  assert.equal(await other.findMade(5), undefined)
  assert.equal(await other.take('b'.repeat(64)), undefined)
})

test('what was used longest ago goes first, with its facts', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-folder-store-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const open = (maxBytes: number) => openSupply(openFolderStore(folder, { maxBytes }), QUEST)
  const { keep } = await open(1e6)
  for (const digit of ['a', 'b', 'c']) await keep(aSegment(digit))
  const long = new Date(Date.now() - 60_000)
  for (const name of await readdir(folder, { recursive: true })) await utimes(join(folder, name), long, long)
  await (await open(1e6)).take('b'.repeat(64))

  const { candidates } = await open(1500)
  assert.deepEqual(
    candidates.map(({ key }) => key),
    ['b'.repeat(64)],
  )
  assert.equal((await readdir(join(folder, QUEST.line))).length, 2)
})
