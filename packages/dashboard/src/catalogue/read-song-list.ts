import { readTable } from '@songreel/contract/read-table'
import { cleanCode, findColumns, SONG_COLUMNS, type SongColumnName } from '@songreel/contract/song-table'

/** A song as a table describes it: what a cell does not say is empty. Files are links or names of files. */
export type SongRow = Record<SongColumnName, string>

/** The rows that can be used, and what is wrong with the others. */
export type SongList = { rows: SongRow[]; problems: string[] }

/** Reads a CSV, rows that were copied from a spreadsheet, or links, one a line. */
export function readSongList(text: string): SongList {
  const table = parseTable(text)
  if (typeof table === 'string') return { rows: [], problems: [table] }
  const [head = [], ...body] = table
  const columns = findColumns(head, ['audio'])
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

const EMPTY = Object.fromEntries(SONG_COLUMNS.map(({ name }) => [name, ''])) as SongRow

function readRows(columns: (keyof SongRow | undefined)[], body: string[][]): SongList {
  const list: SongList = { rows: [], problems: [] }
  for (const [index, cells] of body.entries()) {
    const given = cells.flatMap((cell, at) => {
      const field = columns[at]
      return field && cell ? [[field, CODES.includes(field) ? cleanCode(cell) : cell] as const] : []
    })
    const row: SongRow = { ...EMPTY, ...Object.fromEntries(given) }
    // Each song has its cover to itself here, also if the table calls it the album's.
    row.cover = row.songCover || row.cover
    if (row.audio) list.rows.push(row)
    // As spreadsheets count: from 1, with the row that names the columns.
    else if (given.length > 0)
      list.problems.push(`Row ${index + 2} (${row.title || row.artist}) names no audio.`)
  }
  return list
}

const CODES: string[] = ['upc', 'isrc']

/** The rows of a text, or what is wrong with it. */
function parseTable(text: string): string[][] | string {
  try {
    return readTable(text).map(({ cells }) => cells)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return `The table cannot be read: ${error.message}.`
  }
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
