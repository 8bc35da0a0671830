import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeTestFolder, removeTestFolder } from '../../testing/run-cli.ts'
import { readPack } from './read-pack.ts'

test('the pack in the manual is one, and a named one is found in any spelling', async (t) => {
  const folder = await makeTestFolder()
  t.after(() => removeTestFolder(folder))
  const page = await readFile(new URL('../../../../docs/release-pack.md', import.meta.url), 'utf8')
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
  const file = join(folder, 'teasers.json')
  await writeFile(file, json)
  const { name, renders } = await readPack(file)
  assert.deepEqual([name, renders.song?.length, renders.album?.[0]?.kind], ['Teasers', 2, 'SAMPLER'])
  assert.equal((await readPack('social')).name, 'SOCIAL')
  assert.equal((await readPack()).name, 'STANDARD')
})
