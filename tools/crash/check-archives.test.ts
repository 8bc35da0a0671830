import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import ZipStream from 'zip-stream'
import { readZip } from './check-archives.ts'

test('every file of an archive is read, by its name', async () => {
  const archive = new ZipStream({ store: true })
  const whole = buffer(archive)
  const add = (content: string, name: string) =>
    new Promise((resolve, reject) =>
      archive.entry(Buffer.from(content), { name }, (error) => (error ? reject(error) : resolve(0))),
    )
  await add('a video', 'Söng - 1.mp4')
  await add('', 'empty.srt')
  await add('words', 'Söng - 1.vtt')
  archive.finish()
  const files = readZip(await whole)
  assert.deepEqual(
    [...files].map(([name, bytes]) => [name, bytes.toString()]),
    [
      ['Söng - 1.mp4', 'a video'],
      ['empty.srt', ''],
      ['Söng - 1.vtt', 'words'],
    ],
  )
  assert.equal(readZip(Buffer.from('not an archive')).size, 0)
})
