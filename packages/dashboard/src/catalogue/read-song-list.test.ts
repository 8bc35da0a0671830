import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SONG_COLUMNS } from '@songreel/contract/song-table'
import { readSongList, readTableFile } from './read-song-list.ts'

const EMPTY = Object.fromEntries(SONG_COLUMNS.map(({ name }) => [name, '']))

test('columns are found by name, in any order, and cells in quotes keep commas, quotes and line breaks', () => {
  const text = [
    '\uFEFFArtist,Song Title,Notes,Audio URL,Cover',
    '"Wren, Odalys","Tin ""Lanterns""",x,https://cdn.example.com/a.mp3,a.jpg',
    'Ada Field,"Glass\nHours",,b.wav,',
  ].join('\r\n')
  assert.deepEqual(readSongList(text), {
    rows: [
      {
        ...EMPTY,
        artist: 'Wren, Odalys',
        title: 'Tin "Lanterns"',
        audio: 'https://cdn.example.com/a.mp3',
        cover: 'a.jpg',
      },
      { ...EMPTY, artist: 'Ada Field', title: 'Glass\nHours', audio: 'b.wav' },
    ],
    problems: [],
  })
})

test('a row without audio is named as spreadsheets count, the others go on, and empty ones are nothing', () => {
  const { rows, problems } = readSongList('title;audio\nGlass Hours;\n;\nPaper Moons;c.mp3\n')
  assert.deepEqual(rows, [{ ...EMPTY, title: 'Paper Moons', audio: 'c.mp3' }])
  assert.deepEqual(problems, ['Row 2 (Glass Hours) names no audio.'])
})

test('rows copied from a spreadsheet and plain links are read, too', () => {
  assert.deepEqual(readSongList('song\tartist\nd.mp3\tOdalys Wren').rows, [
    { ...EMPTY, audio: 'd.mp3', artist: 'Odalys Wren' },
  ])
  const links = ['https://cdn.example.com/a.mp3?v=1,2', 'https://cdn.example.com/b.mp3']
  assert.deepEqual(
    readSongList(`\n${links.join('\n\n')}\n`).rows.map(({ audio }) => audio),
    links,
  )
})

test('a table that does not name its audio says what it needs and what it saw', () => {
  const { rows, problems } = readSongList('title,artist\nGlass Hours,Ada Field')
  assert.deepEqual(rows, [])
  assert.match(problems.join(), /one of them audio .* It says: title, artist\./)
})

test('what Excel writes around a table and its codes is understood', () => {
  const row = { ...EMPTY, audio: 'a.mp3', title: 'Größe, Live', artist: 'Odalys Wren', upc: '0602445790098' }
  const tables = [
    'sep=;\r\naudio;title;artist;EAN\r\na.mp3;Größe, Live;Odalys Wren;="0602445790098"\r\n',
    '\uFEFFsep=,\naudio,title,artist,UPC/EAN\na.mp3,"Größe, Live",Odalys\u00a0Wren,"=""0602445790098"""\n',
    '"audio";"title";"artist";"upc"\ra.mp3;Größe, Live;Odalys Wren;\'0602445790098\r',
    'audio\ttitle\tartist\tbarcode\na.mp3\tGröße, Live\t Odalys Wren\t0602445790098.0\u200b',
  ]
  for (const table of tables) assert.deepEqual(readSongList(table), { rows: [row], problems: [] }, table)
})

test('a file is read as it was saved: UTF-8, Unicode text, or as Excel does in Western Europe', async () => {
  const text = 'audio;title\na.mp3;Größe – Live'
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
  const files = [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(text.replace('–', '\x96'), 'latin1'),
  ]
  for (const bytes of files)
    assert.equal(readSongList(await readTableFile(new Blob([bytes]))).rows[0]?.title, 'Größe – Live')
})
