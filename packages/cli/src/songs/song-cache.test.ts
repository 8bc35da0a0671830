import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeOldest } from './song-cache.ts'

test('of too many files the newest stay', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-song-cache-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const [name, madeSecs] of [
    ['second', 2000],
    ['third', 3000],
    ['first', 1000],
  ] as const) {
    await writeFile(join(folder, name), Buffer.alloc(1000))
    await utimes(join(folder, name), madeSecs, madeSecs)
  }

  await removeOldest(folder, 2000)
  assert.deepEqual((await readdir(folder)).toSorted(), ['second', 'third'])
  await removeOldest(folder, 2000)
  assert.equal((await readdir(folder)).length, 2)
})
