/** A song as a table describes it: what a cell does not say is empty. Files are links or names of files. */
export type SongRow = Record<(typeof FIELDS)[number], string>

/** The rows that can be used, and what is wrong with the others. */
export type SongList = { rows: SongRow[]; problems: string[] }

const FIELDS = ['audio', 'title', 'artist', 'album', 'isrc', 'cover', 'lyrics'] as const

/** What people call the columns, besides the names that `songreel import` and `songreel batch` take. */
const OTHER_NAMES: Record<string, (typeof FIELDS)[number]> = {
  audiourl: 'audio',
  song: 'audio',
  file: 'audio',
  url: 'audio',
  link: 'audio',
  songtitle: 'title',
  track: 'title',
  tracktitle: 'title',
  name: 'title',
  artistname: 'artist',
  release: 'album',
  art: 'cover',
  artwork: 'cover',
  artworkurl: 'cover',
  coverurl: 'cover',
  image: 'cover',
  songcover: 'cover',
  lyricsurl: 'lyrics',
}

/** Reads a CSV, rows that were copied from a spreadsheet, or links, one a line. */
export function readSongList(text: string): SongList {
  const [head = [], ...body] = parseTable(text.replace(/^\uFEFF/, ''))
  const columns = head.map(findField)
  if (columns.includes('audio')) return readRows(columns, body)
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const links = lines.filter((line) => line !== '')
  if (links.every(isLink)) return { rows: links.map((audio) => ({ ...EMPTY, audio })), problems: [] }
  const problem = `The first row has to name the columns, one of them audio (links, or names of files). It says: ${head.join(', ')}.`
  return { rows: [], problems: [problem] }
}

export function isLink(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text)
}

const EMPTY = Object.fromEntries(FIELDS.map((field) => [field, ''])) as SongRow

function readRows(columns: (keyof SongRow | undefined)[], body: string[][]): SongList {
  const list: SongList = { rows: [], problems: [] }
  for (const [index, cells] of body.entries()) {
    const given = cells.flatMap((cell, at) => (columns[at] && cell ? [[columns[at], cell] as const] : []))
    const row: SongRow = { ...EMPTY, ...Object.fromEntries(given) }
    if (row.audio) list.rows.push(row)
    // As spreadsheets count: from 1, with the row that names the columns.
    else if (given.length > 0)
      list.problems.push(`Row ${index + 2} (${row.title || row.artist}) names no audio.`)
  }
  return list
}

function findField(name: string): keyof SongRow | undefined {
  const simple = name.toLowerCase().replace(/[\s_-]/g, '')
  return FIELDS.find((field) => field === simple) ?? OTHER_NAMES[simple]
}

/** A table as spreadsheets write it. The library that the CLI uses brings 120 KB to a browser, for this. */
function parseTable(text: string): string[][] {
  const [firstLine = ''] = text.split('\n', 1)
  const delimiter = ['\t', ';', ','].find((each) => firstLine.includes(each)) ?? ','
  const rows: string[][] = []
  let row: string[] = []
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${delimiter}\r\n]*)(${delimiter}|\r?\n|$)`, 'gy')
  for (const [, content = '', end = ''] of text.matchAll(cell)) {
    row.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"').trim() : content.trim())
    if (end === delimiter) continue
    rows.push(row)
    row = []
  }
  return rows
}
