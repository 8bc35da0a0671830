import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { inputError } from '../cli-error.ts'
import { decodeText } from '../decode-text.ts'
import { cleanText } from '../print.ts'
import { readTable } from '../read-table.ts'
import { suggest } from '../suggest.ts'
import { findFile } from './find-file.ts'

/** A row of a list of songs: its cells by the names of the flags that they stand for. */
export type SongRow = { line: number; cells: Record<string, string>; set: string[] }

const FILES = ['song', 'art', 'lyrics', 'data']
const COLUMNS = [
  ...FILES,
  ...['title', 'artist', 'album', 'template', 'aspect', 'text', 'start', 'end', 'full', 'length'],
  ...['quality', 'format', 'fps', 'loudness', 'motion', 'count'],
]
/** `set.accent`: a field of the template. */
const FIELD = /^set\./

/** Reads a CSV file with one row per video; files in it are found from where it lies. What is wrong names line and column. */
export async function readSongList(path: string): Promise<SongRow[]> {
  const file = await findFile(path, 'data')
  const name = cleanText(basename(path))
  const rows = parseRows(decodeText(await readFile(file), name), name)
  if (rows.length === 0) throw inputError(`${name} has no rows below its headings.`)
  return rows.map(({ line, record }) => {
    const given = Object.entries(record).filter(([, cell]) => cell !== '')
    const cells = given.filter(([column]) => column !== '' && !FIELD.test(column))
    const fields = given.filter(([column]) => FIELD.test(column))
    return {
      line,
      cells: Object.fromEntries(
        cells.map(([column, cell]) => [column, FILES.includes(column) ? resolve(dirname(file), cell) : cell]),
      ),
      set: fields.map(([column, cell]) => `${column.replace(FIELD, '')}=${cell}`),
    }
  })
}

type ParsedRow = { line: number; record: Record<string, string> }

function parseRows(text: string, name: string): ParsedRow[] {
  const [head, ...rows] = readTable(text, name).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const headings = head?.cells ?? []
  const columns = headings.map((heading) => readHeading(heading, headings, name))
  return rows.map(({ line, cells }) => {
    if (cells.length !== columns.length)
      throw inputError(
        `Line ${line} of ${name} does not have as many cells (${cells.length}) as there are headings (${columns.length}). A cell that holds the delimiter needs quotes.`,
      )
    return { line, record: Object.fromEntries(cells.map((cell, index) => [columns[index] ?? '', cell])) }
  })
}

function readHeading(heading: string, headings: readonly string[], name: string): string {
  if (!headings.some((each) => each.trim().toLowerCase() === 'song'))
    throw inputError(
      `${name} needs a column song, with the files. Its first line has ${headings.map(cleanText).join(', ')}.`,
    )
  // Spreadsheets add empty columns.
  if (heading === '') return heading
  // The fields of a template have capitals in them.
  if (FIELD.test(heading)) return heading
  const column = heading.toLowerCase()
  if (COLUMNS.includes(column)) return column
  throw inputError(
    `${name} has a column ${cleanText(heading)}, which means nothing.${suggest(column, COLUMNS)} There are ${COLUMNS.join(', ')}, and set.<field> for a field of the template.`,
  )
}
