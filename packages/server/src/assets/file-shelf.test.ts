import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { waitFor } from '../../testing/wait-for.ts'
import { createFileShelf } from './file-shelf.ts'

async function openShelf(t: TestContext, options: { keptMs?: number; mostBytes?: number } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'songreel-shelf-'))
  const shelf = createFileShelf(dataDir, options)
  t.after(async () => {
    await shelf.close()
    assert.deepEqual(await readdir(join(dataDir, 'work')), [])
    await rm(dataDir, { recursive: true })
  })
  const brought: string[] = []
  const want = (name: string) => ({
    name,
    fileName: 'cover',
    bring: async (file: string) => {
      brought.push(name)
      await writeFile(file, name)
    },
  })
  return { dataDir, shelf, brought, want }
}

test('a file is brought once for all who ask while it is there, and goes when nobody has asked for a while', async (t) => {
  const { shelf, brought, want } = await openShelf(t, { keptMs: 1 })
  const [one, two] = [shelf.visit(), shelf.visit()]
  const [first, second] = await Promise.all([one.take(want('a')), two.take(want('a'))])
  assert.equal(first, second)
  one.leave()
  assert.equal(await two.take(want('a')), first)
  assert.ok(existsSync(first))
  two.leave()
  await waitFor('the file to go', async () => !existsSync(first))
  const three = shelf.visit()
  await three.take(want('a'))
  three.leave()
  assert.deepEqual(brought, ['a', 'a'])
})

test('what could not be brought is asked for again', async (t) => {
  const { shelf, brought, want } = await openShelf(t)
  const visit = shelf.visit()
  const gone = { ...want('a'), bring: () => Promise.reject(new Error('gone')) }
  await assert.rejects(visit.take(gone), { message: 'gone' })
  assert.ok(existsSync(await visit.take(want('a'))))
  assert.deepEqual(brought, ['a'])
  visit.leave()
})

test('a shelf for which there was no room is made when somebody asks again', async (t) => {
  const { dataDir, shelf, want } = await openShelf(t)
  const inItsPlace = join(dataDir, 'work')
  await writeFile(inItsPlace, '')
  const visit = shelf.visit()
  await assert.rejects(visit.take(want('a')), { code: 'EEXIST' })
  await rm(inItsPlace)
  assert.ok(existsSync(await visit.take(want('a'))))
  visit.leave()
})

test('a shelf that could not be made holds up no shutdown', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'songreel-shelf-'))
  t.after(() => rm(dataDir, { recursive: true }))
  await writeFile(join(dataDir, 'work'), '')
  const shelf = createFileShelf(dataDir)
  const visit = shelf.visit()
  const taken = visit.take({ name: 'a', fileName: 'cover', bring: () => Promise.resolve() })
  // Before it is known that it fails, too.
  await Promise.all([shelf.close(), assert.rejects(taken, { code: 'EEXIST' })])
  visit.leave()
  await shelf.close()
})

test('beyond its room, files that nobody uses go, the oldest first', async (t) => {
  const { shelf, want } = await openShelf(t, { mostBytes: 4 })
  const lasting = shelf.visit()
  const used = await lasting.take(want('aaa'))
  const visit = shelf.visit()
  const [older, newer] = [await visit.take(want('bbb')), await visit.take(want('ccc'))]
  visit.leave()
  await waitFor('the older file to go', async () => !existsSync(older))
  assert.deepEqual([existsSync(used), existsSync(newer)], [true, true])
  lasting.leave()
})
