import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeDemo } from '@songreel/render'
import { makeTestFolder, removeTestFolder } from '../../testing/run-cli.ts'
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
  const makeFolder = async (name: string) => {
    await mkdir(join(folder, name))
    return join(folder, name)
  }

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
    const song = join(await makeFolder('alone'), 'broken.mp3')
    await writeFile(song, Buffer.concat([id3Picture(Buffer.from('<html>')), await readFile(demo.song)]))
    assert.deepEqual((await readSong({ song, art: undefined }, {}, { signal })).cover, { source: 'DRAWN' })
  })

  test('takes the picture beside it where it has none, and says which', async () => {
    const own = await makeFolder('beside')
    const song = join(own, '01 Tide.mp3')
    await writeFile(song, withoutTags(await readFile(demo.song)))
    await writeFile(join(own, 'Cover.JPG'), '<html>')
    const broken = await readSong({ song, art: undefined }, {}, { signal })
    assert.deepEqual(broken.cover, { source: 'DRAWN' })
    assert.match(
      broken.warnings[0]!.message,
      /^Cover\.JPG is not a picture.* It lies beside the song and is left out\.$/,
    )
    await copyFile(demo.cover, join(own, 'Cover.JPG'))
    const { cover } = await readSong({ song, art: undefined }, {}, { signal })
    assert.deepEqual(cover, { source: 'BESIDE', file: join(own, 'Cover.JPG'), width: 1600, height: 1600 })
  })

  test('is named by its file where its tags hold a web address, and that is said', async () => {
    const song = join(await makeFolder('tagged'), 'Odalys Wren - Tide.mp3')
    const tag = id3([frame('TPE1', 'www.songs.example.com'), frame('TIT2', 'Tide')])
    await writeFile(song, Buffer.concat([tag, withoutTags(await readFile(demo.song))]))
    const read = await readSong({ song, art: undefined }, {}, { signal })
    assert.deepEqual([read.song.artist, read.song.title], ['Odalys Wren', 'Tide'])
    const message =
      'The artist in the tags holds a web address: "www.songs.example.com"; shown is "Odalys Wren". Yours: --artist'
    assert.deepEqual(read.warnings, [{ event: 'warning', code: 'TAG_WEB_ADDRESS', message }])
    const { warnings } = await readSong({ song, art: undefined }, { artist: 'Kojo' }, { signal })
    assert.deepEqual(warnings, [])
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

/** An ID3v2.3 tag with nothing but a front cover. */
function id3Picture(picture: Buffer): Buffer {
  return id3([frame('APIC', Buffer.concat([Buffer.from('image/jpeg\0\x03\0', 'latin1'), picture]))])
}

/** A frame of an ID3v2.3 tag, in Latin-1. */
function frame(id: string, content: string | Buffer): Buffer {
  const body = Buffer.concat([Buffer.of(0), Buffer.from(content as string, 'latin1')])
  const head = Buffer.alloc(10)
  head.write(id, 'latin1')
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body])
}

/** A tag's length is kept in groups of seven bits. */
function id3(frames: Buffer[]): Buffer {
  const content = Buffer.concat(frames)
  const head = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')
  for (const [place, shift] of [21, 14, 7, 0].entries()) head[6 + place] = (content.length >> shift) & 0x7f
  return Buffer.concat([head, content])
}
