import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeTestSong } from '@songreel/server/testing/test-song.ts'
import { eventsOf, makeTestFolder, removeTestFolder, runCli } from '../../testing/run-cli.ts'
import { readSongList } from '../songs/read-song-list.ts'

describe('songreel batch', { concurrency: 2 }, () => {
  let cwd = ''
  before(async () => {
    cwd = await makeTestFolder()
    await mkdir(join(cwd, 'album'))
    await writeFile(join(cwd, 'album/2 Boats.wav'), makeTestSong(1))
    await writeFile(join(cwd, 'album/10 Sea.wav'), '<html>')
  })
  after(() => removeTestFolder(cwd))

  test('rows count before the command line, and one that fails names its line and stops nobody', async () => {
    const rows = [
      'Song;title;artist;aspect;start;end;set.customText',
      '2 Boats.wav;Paper Boats;Mira;16x9;0;0.5;Out now',
      '',
      '2 Boats.wav;;;;0.9;0.1;',
      '3 Boats.wav;;;;;;',
      ';Nobody;;;;;',
    ]
    await writeFile(join(cwd, 'album/list.csv'), `\ufeff${rows.join('\r\n')}\r\n`)
    const words = ['batch', 'album/list.csv', '--dry-run', '--aspect', '1x1', '--length', '1', '--json']
    const { code, stdout, stderr } = await runCli(words, { cwd })
    assert.equal(code, 2, stderr)
    const events = eventsOf(stdout)
    const [planned, ...others] = events.filter(({ event }) => event === 'planned')
    assert.deepEqual(
      [planned?.file, planned?.durationSecs, others.length],
      ['Mira - Paper Boats - Basic - 16x9.mp4', 0.5, 0],
    )
    const failed = events.filter(({ event }) => event === 'failed').map(({ song, code }) => [song, code])
    assert.deepEqual(failed, [
      ['list.csv:4 2 Boats.wav', 'USAGE'],
      ['list.csv:5 3 Boats.wav', 'BAD_INPUT'],
      ['list.csv:6', 'BAD_INPUT'],
    ])
  })

  test('a folder is worked through in order and ends with a table', async () => {
    const { code, stdout, stderr } = await runCli(['batch', 'album', '--dry-run', '--aspect', '1x1'], { cwd })
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(
      stderr,
      /✔ album\/2 Boats\.wav +in order\n +✖ album\/10 Sea\.wav +10 Sea\.wav is a web page .*\n +1 of 2 songs are done\.\n$/,
    )
  })

  test('a table that was made for an import is a list of videos, too', async () => {
    const list = join(cwd, 'catalogue.csv')
    const head = 'Artist,Album,UPC,Title,ISRC,Track artist,Audio file,Artwork,Song cover,videosite,Length'
    const row =
      'Odalys Wren,Harbour EP,036000291452,Tin Lanterns,US-S1Z-26-00001,Ana,a.wav,album.jpg,song.jpg,,12'
    await writeFile(list, `${head}\n${row}\n`)
    const [read] = await readSongList(list)
    assert.deepEqual(read?.cells, {
      song: join(cwd, 'a.wav'),
      art: join(cwd, 'song.jpg'),
      title: 'Tin Lanterns',
      artist: 'Ana',
      album: 'Harbour EP',
      length: '12',
    })
  })

  const mistakes: [text: string, told: RegExp][] = [
    ['song,tilte\na,b\n', /has a column tilte, which means nothing\. Did you mean title\?/],
    ['title\na\n', /needs a column song, with the files\. Its first line has title\./],
    [
      'song,title\na\n',
      /Line 2 of wrong\.csv does not have as many cells \(1\) as there are headings \(2\)\./,
    ],
    ['song\n', /has no rows below its headings/],
    ['audio\nhttps://cdn.example.com/a.mp3\n', /Line 2 of wrong\.csv names https:.*fetch it first/],
    ['file,audio file\na.wav,b.wav\n', /names the column audio more than once/],
  ]
  test('a list that is wrong is refused before anything is made', async () => {
    for (const [text, message] of mistakes) {
      await writeFile(join(cwd, 'wrong.csv'), text)
      await assert.rejects(readSongList(join(cwd, 'wrong.csv')), { exitCode: 65, message })
    }
  })
})
