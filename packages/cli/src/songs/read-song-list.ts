import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import { inputError } from '../cli-error.ts'
import { cleanText } from '../print.ts'
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
  const rows = parseRows(await readFile(file, 'utf8'), name)
  if (rows.length === 0) throw inputError(`${name} has no rows below its headings.`)
  return rows.map(({ info, record }) => {
    const given = Object.entries(record).filter(([, cell]) => cell !== '')
    const cells = given.filter(([column]) => !FIELD.test(column))
    const fields = given.filter(([column]) => FIELD.test(column))
    return {
      line: info.lines,
      cells: Object.fromEntries(
        cells.map(([column, cell]) => [column, FILES.includes(column) ? resolve(dirname(file), cell) : cell]),
      ),
      set: fields.map(([column, cell]) => `${column.replace(FIELD, '')}=${cell}`),
    }
  })
}

type ParsedRow = { info: { lines: number }; record: Record<string, string> }

function parseRows(text: string, name: string): ParsedRow[] {
  try {
    return parse(text, {
      bom: true,
      delimiter: findDelimiter(text),
      trim: true,
      skip_empty_lines: true,
      info: true,
      columns: (headings: string[]) => headings.map((heading) => readHeading(heading, headings, name)),
    }) as unknown as ParsedRow[]
  } catch (error) {
    if (error instanceof CsvError)
      throw inputError(`${name} cannot be read: ${cleanText(error.message)}.`, error)
    throw error
  }
}

/** Spreadsheets of many countries write semicolons. */
function findDelimiter(text: string): string {
  const [headings = ''] = text.split(/\r?\n/, 1)
  return [',', ';', '\t'].find((each) => headings.includes(each)) ?? ','
}

function readHeading(heading: string, headings: readonly string[], name: string): string {
  if (!headings.some((each) => each.trim().toLowerCase() === 'song'))
    throw inputError(
      `${name} needs a column song, with the files. Its first line has ${headings.map(cleanText).join(', ')}.`,
    )
  // The fields of a template have capitals in them.
  if (FIELD.test(heading)) return heading
  const column = heading.toLowerCase()
  if (COLUMNS.includes(column)) return column
  throw inputError(
    `${name} has a column ${cleanText(heading)}, which means nothing.${suggest(column, COLUMNS)} There are ${COLUMNS.join(', ')}, and set.<field> for a field of the template.`,
  )
}
