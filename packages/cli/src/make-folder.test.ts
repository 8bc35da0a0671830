import assert from 'node:assert/strict'
import { stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeTestFolder, removeTestFolder } from '../testing/run-cli.ts'
import { makeFolder } from './make-folder.ts'

const cwd = await makeTestFolder()
after(() => removeTestFolder(cwd))

test('a folder is made with those above it, and may be there already', async () => {
  const folder = join(cwd, 'a/b/c')
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(join(cwd, 'a/b/d'))])
  assert.ok((await stat(folder)).isDirectory())
  await makeFolder(folder)
  await makeFolder('/')
})

test('where no folder can be, it says so and does not go on for ever', async () => {
  await writeFile(join(cwd, 'file'), '')
  await symlink(join(cwd, 'nowhere'), join(cwd, 'dangling'))
  for (const place of ['/proc/x', '/proc/x/y/z', '/proc/self/fd/zz'])
    await assert.rejects(makeFolder(place), { exitCode: 65, message: /^No folder can be made at \/proc\// })
  for (const name of ['file', 'dangling'])
    await assert.rejects(makeFolder(join(cwd, name)), {
      exitCode: 65,
      message: /is there already, and no folder/,
    })
  await assert.rejects(makeFolder(join(cwd, 'file/below')), { code: 'ENOTDIR' })
})
