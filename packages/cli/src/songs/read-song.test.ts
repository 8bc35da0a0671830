import assert from 'node:assert/strict'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeDemo } from '@songreel/render/demo'
import { makeTestFolder, removeTestFolder } from '../testing/run-cli.ts'
import { readSong } from './read-song.ts'

const { signal } = new AbortController()

describe('a song that is read', { concurrency: 2 }, () => {
  let folder = ''
  let demo = { song: '', cover: '' }
  before(async () => {
    folder = await makeTestFolder()
    demo = await makeDemo(folder)
  })
  after(() => removeTestFolder(folder))

  test('brings its own cover, and names from its file where its tags have none', async () => {
    const song = join(folder, '02 - ana ríos - la_noche.mp3')
    await writeFile(
      song,
      Buffer.concat([id3Picture(await readFile(demo.cover)), withoutTags(await readFile(demo.song))]),
    )
    const read = await readSong({ song, art: undefined }, { album: 'Roads' }, { signal })
    assert.deepEqual(read.cover, { source: 'EMBEDDED', width: 1600, height: 1600 })
    const { title, artist, album, namesFrom, durationSecs } = read.song
    assert.deepEqual([title, artist, album, namesFrom], ['La Noche', 'Ana Ríos', 'Roads', 'FILE_NAME'])
    assert.ok(durationSecs > 15 && durationSecs < 17)
  })

  test('has no cover when the picture inside is none', async () => {
    const song = join(folder, 'broken.mp3')
    await writeFile(song, Buffer.concat([id3Picture(Buffer.from('<html>')), await readFile(demo.song)]))
    assert.deepEqual((await readSong({ song, art: undefined }, {}, { signal })).cover, { source: 'DRAWN' })
  })

  test('takes the picture that was given over everything else', async () => {
    const art = join(folder, 'given.jpg')
    await copyFile(demo.cover, art)
    const { cover, song } = await readSong({ song: demo.song, art }, {}, { signal })
    assert.deepEqual([cover.source, cover.width, song.namesFrom], ['FILE', 1600, 'TAGS'])
  })
})

function withoutTags(mp3: Buffer): Buffer {
  const bytes = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + mp3[place]!, 0)
  return mp3.subarray(10 + bytes)
}

/** An ID3v2.3 tag with nothing but a front cover; its length is kept in groups of seven bits. */
function id3Picture(picture: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), picture])
  const frame = Buffer.from('APIC\0\0\0\0\0\0', 'latin1')
  frame.writeUInt32BE(content.length, 4)
  const bytes = frame.length + content.length
  const head = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')
  for (const [place, shift] of [21, 14, 7, 0].entries()) head[6 + place] = (bytes >> shift) & 0x7f
  return Buffer.concat([head, frame, content])
}
