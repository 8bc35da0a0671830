import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeTestFolder, removeTestFolder } from '../../testing/run-cli.ts'
import { findCoverBeside } from './find-cover-beside.ts'

let folder = ''
before(async () => {
  folder = await makeTestFolder()
})
after(() => removeTestFolder(folder))

test('the best name wins, in any spelling; other pictures are no covers', async () => {
  const song = join(folder, '01 - Tide.mp3')
  const names = [
    'photo.jpg',
    'Album.png',
    'front.webp',
    'FOLDER.JPG',
    'cover.png',
    'Cover.jpeg',
    '01 - tide.jpg',
  ]
  assert.equal(await findCoverBeside(song), undefined)
  await mkdir(join(folder, 'cover.jpg'))
  for (const [index, name] of names.entries()) {
    await writeFile(join(folder, name), 'a picture')
    const found = await findCoverBeside(song)
    assert.equal(found && basename(found), index === 0 ? undefined : name)
  }
  await rm(join(folder, '01 - tide.jpg'))
  assert.equal(basename((await findCoverBeside(song))!), 'Cover.jpeg')
  assert.equal(await findCoverBeside('/nowhere/song.mp3'), undefined)
})
