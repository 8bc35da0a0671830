import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listEngineFolders } from './installation.ts'

test('the engine is the modules of all its packages', () => {
  const folders = listEngineFolders()
  const doors = ['@songreel/render', '@songreel/kit/core', '@songreel/audio/engine']
  const strays = doors.filter((door) => {
    const file = fileURLToPath(import.meta.resolve(door))
    return !folders.some((folder) => file.startsWith(`${folder}/`))
  })
  assert.deepEqual(strays, [])
  assert.equal(folders.length, doors.length)
})
