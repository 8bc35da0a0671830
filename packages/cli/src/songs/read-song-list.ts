import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { findColumns, type SongColumnName } from '@songreel/contract/song-table'
import { inputError } from '../cli-error.ts'
import { decodeText } from '../decode-text.ts'
import { cleanText } from '../print.ts'
import { readTable } from '../read-table.ts'
import { suggest } from '../suggest.ts'
import { findFile } from './find-file.ts'

/** A row of a list of songs: its cells by the names of the flags that they stand for. */
export type SongRow = { line: number; cells: Record<string, string>; set: string[] }

/** The flags that columns of song tables stand for. The last of two counts: what is said of the song, before what is said of its album. */
const FLAGS: [column: SongColumnName, flag: string][] = [
  ['audio', 'song'],
  ['cover', 'art'],
  ['songCover', 'art'],
  ['lyrics', 'lyrics'],
  ['title', 'title'],
  ['artist', 'artist'],
  ['songArtist', 'artist'],
  ['album', 'album'],
]
const FILES = ['song', 'art', 'lyrics', 'data']
/** Columns that only lists of videos have, each a flag of its own. */
const OPTIONS = [
  ...['data', 'template', 'aspect', 'text', 'start', 'end', 'full', 'length'],
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
    const fields = Object.entries(record).filter(([column]) => FIELD.test(column))
    return {
      line,
      cells: readCells(record, (flag, cell) => {
        if (!FILES.includes(flag)) return cell
        if (/^https?:/i.test(cell))
          throw inputError(
            `Line ${line} of ${name} names ${cleanText(cell)}. Videos are made here from files of this computer: fetch it first, or import the table to a server.`,
          )
        return resolve(dirname(file), cell)
      }),
      set: fields.map(([column, cell]) => `${column.replace(FIELD, '')}=${cell}`),
    }
  })
}

/** What a row says, by flags; columns that no video needs, such as a UPC, are left out. */
function readCells(
  record: Record<string, string>,
  read: (flag: string, cell: string) => string,
): Record<string, string> {
  const flags = [...FLAGS, ...OPTIONS.map((option): [string, string] => [option, option])]
  const given = flags.flatMap(([column, flag]): [string, string][] => {
    const cell = record[column]
    return cell === undefined ? [] : [[flag, read(flag, cell)]]
  })
  return Object.fromEntries(given)
}

type ParsedRow = { line: number; record: Record<string, string> }

function parseRows(text: string, name: string): ParsedRow[] {
  const [head, ...rows] = readTable(text, name).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const columns = readHeadings(head?.cells ?? [], name)
  return rows.map(({ line, cells }) => {
    if (cells.length !== columns.length)
      throw inputError(
        `Line ${line} of ${name} does not have as many cells (${cells.length}) as there are headings (${columns.length}). A cell that holds the delimiter needs quotes.`,
      )
    const given = cells.flatMap((cell, index) => (cell === '' ? [] : [[columns[index] ?? '', cell]]))
    return { line, record: Object.fromEntries(given) }
  })
}

function readHeadings(headings: readonly string[], name: string): string[] {
  const known = findColumns(headings, ['audio'])
  if (!known.includes('audio'))
    throw inputError(
      `${name} needs a column song, with the files. Its first line has ${headings.map(cleanText).join(', ')}.`,
    )
  const columns = headings.map((heading, index) => known[index] ?? readOption(heading, name))
  const twice = columns.find((column, index) => column !== '' && columns.indexOf(column) < index)
  if (twice) throw inputError(`${name} names the column ${cleanText(twice)} more than once.`)
  return columns
}

function readOption(heading: string, name: string): string {
  // Spreadsheets add empty columns; the fields of a template have capitals in them.
  if (heading === '' || FIELD.test(heading)) return heading
  const option = heading.toLowerCase()
  if (OPTIONS.includes(option)) return option
  const columns = [...new Set(FLAGS.map(([, flag]) => flag)), ...OPTIONS]
  throw inputError(
    `${name} has a column ${cleanText(heading)}, which means nothing.${suggest(option, columns)} There are ${columns.join(', ')}, and set.<field> for a field of the template.`,
  )
}
