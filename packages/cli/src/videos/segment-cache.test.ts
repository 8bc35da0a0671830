// Runs alone: it sets the environment.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSegmentCache } from './segment-cache.ts'

const QUEST = { line: 'aa'.repeat(32), machine: 'test' }

test('segments stay beside what was found out about songs, within the limit, unless nothing is to be kept', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'songreel-cache-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const set = (cache: string, mb: string) => {
    process.env.SONGREEL_CACHE_DIR = cache
    process.env.SONGREEL_SEGMENT_MB = mb
  }
  const keep = async (digit: string) => {
    const store = (await openSegmentCache())!
    const segment = { key: digit.repeat(64), frames: new Uint8Array(4), description: null, index: 0 }
    await store.keep({ ...segment, bytes: new Uint8Array(600_000) }, QUEST)
    return store
  }

  set(folder, '')
  const store = await keep('1')
  assert.deepEqual(
    (await store.listCandidates(QUEST)).map(({ key }) => key),
    ['1'.repeat(64)],
  )
  assert.deepEqual(await readdir(folder), ['segments'])

  set(folder, '1')
  await keep('2')
  // What was used longest ago goes first, when the next render asks.
  const left = await (await openSegmentCache())!.listCandidates(QUEST)
  assert.deepEqual(
    left.map(({ key }) => key),
    ['2'.repeat(64)],
  )

  set(folder, '0')
  assert.equal(await openSegmentCache(), undefined)
  set('', '')
  assert.equal(await openSegmentCache(), undefined)
  const file = join(folder, 'file')
  await writeFile(file, '')
  set(file, '')
  assert.equal(await openSegmentCache(), undefined)
  set(folder, 'many')
  await assert.rejects(openSegmentCache(), /SONGREEL_SEGMENT_MB is many/)
})
