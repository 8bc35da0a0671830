/** A song as a table describes it: what a cell does not say is empty. Files are links or names of files. */
export type SongRow = Record<(typeof FIELDS)[number], string>

/** The rows that can be used, and what is wrong with the others. */
export type SongList = { rows: SongRow[]; problems: string[] }

const FIELDS = ['audio', 'title', 'artist', 'album', 'upc', 'isrc', 'cover', 'lyrics'] as const

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
  albumartist: 'artist',
  release: 'album',
  albumtitle: 'album',
  releasetitle: 'album',
  ean: 'upc',
  barcode: 'upc',
  upcean: 'upc',
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
  const [head = [], ...body] = parseTable(text)
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
    const given = cells.flatMap((cell, at) => {
      const field = columns[at]
      return field && cell ? [[field, CODES.includes(field) ? cleanCode(cell) : cell] as const] : []
    })
    const row: SongRow = { ...EMPTY, ...Object.fromEntries(given) }
    if (row.audio) list.rows.push(row)
    // As spreadsheets count: from 1, with the row that names the columns.
    else if (given.length > 0)
      list.problems.push(`Row ${index + 2} (${row.title || row.artist}) names no audio.`)
  }
  return list
}

const CODES: string[] = ['upc', 'isrc']

/** An apostrophe keeps a spreadsheet from taking a code for a number. */
function cleanCode(code: string): string {
  return code.replace(/^['’`]/, '').replace(/^(\d+)[.,]0+$/, '$1')
}

function findField(name: string): keyof SongRow | undefined {
  const simple = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return FIELDS.find((field) => field === simple) ?? OTHER_NAMES[simple]
}

/** The text of a file that a spreadsheet saved: in UTF-8, as "Unicode text", or as Excel does in Western Europe. */
export async function readTableFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Excel's own first line, which says what separates the cells. */
const SEPARATOR = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/i

/** A table as spreadsheets write it. The library that the CLI uses brings 120 KB to a browser, for this. */
function parseTable(whole: string): string[][] {
  const marked = whole.replace(/^\uFEFF/, '')
  const [line = '', separator] = SEPARATOR.exec(marked) ?? []
  const text = marked.slice(line.length)
  const delimiter = separator ?? findDelimiter(text)
  const rows: string[][] = []
  let row: string[] = []
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${delimiter}\r\n]*)(${delimiter}|\r\n|\r|\n|$)`, 'gy')
  for (const [, content = '', end = ''] of text.matchAll(cell)) {
    row.push(cleanCell(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content))
    if (end === delimiter) continue
    rows.push(row)
    row = []
  }
  return rows
}

/** What the first row has most of, outside of quotes. */
function findDelimiter(text: string): string {
  const [firstLine = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const count = (delimiter: string) => firstLine.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** `="0602445790098"` keeps a spreadsheet from taking a text for a number. Spaces of every width are spaces; some are nothing. */
function cleanCell(content: string): string {
  const text = content
    .replaceAll(/[\u200b\ufeff]/g, '')
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    .trim()
  return (/^="(.*)"$/s.exec(text)?.[1] ?? text).trim()
}
