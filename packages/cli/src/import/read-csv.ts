import { CsvError, parse } from 'csv-parse/sync'
import { inputError } from '../cli-error.ts'
import { suggest } from '../suggest.ts'
import {
  type Cell,
  type DraftCatalogue,
  type DraftTrack,
  FIELDS,
  type FieldName,
  REQUIRED,
} from './catalogue.ts'

/** Spreadsheets write what their user's country separates by. */
const DELIMITERS = [',', ';', '\t'] as const

/** A catalogue as a table: the first row names the columns, in any order. */
export function readCsv(text: string): DraftCatalogue {
  const [head = [], ...rows] = parseRows(text)
  const { columns, warnings } = readHead(head)
  // As spreadsheets count: from 1, with the first row, and with empty ones.
  const tracks = rows.map((row, index) => readRow(row, `row ${index + 2}`, columns))
  return { tracks: tracks.filter(({ cells }) => Object.keys(cells).length > 0), warnings }
}

function parseRows(text: string): string[][] {
  const [firstLine = ''] = text.split('\n', 1)
  const count = (delimiter: string) => firstLine.split(delimiter).length
  const delimiter = DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
  try {
    return parse(text, { delimiter, relax_column_count: true, trim: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw inputError(`The CSV cannot be read: ${error.message}.`, error)
  }
}

type Column = { field: FieldName; name: string } | undefined

function readHead(names: readonly string[]): { columns: Column[]; warnings: string[] } {
  const columns = names.map((name): Column => {
    const field = FIELDS.find((each) => simplify(each) === simplify(name))
    return field && { field, name }
  })
  const found = columns.map((column) => column?.field)
  const twice = FIELDS.find((field) => found.filter((each) => each === field).length > 1)
  if (twice) throw inputError(`Row 1 names the column ${twice} more than once.`)
  const missing = REQUIRED.filter((field) => !found.includes(field))
  const unknown = names.filter((_, index) => !columns[index])
  if (missing.length > 0) {
    const hints = unknown.map((name) => suggest(name, missing)).join('')
    throw inputError(
      `Row 1 does not name the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}.${hints}`,
    )
  }
  const warnings = unknown.map(
    (name) => `The column ${name || '(no name)'} is ignored.${suggest(name, FIELDS)}`,
  )
  return { columns, warnings }
}

function readRow(row: readonly string[], place: string, columns: readonly Column[]): DraftTrack {
  const cells: Partial<Record<FieldName, Cell>> = {}
  for (const [index, value] of row.entries()) {
    const column = columns[index]
    if (column && value !== '') cells[column.field] = { value, place: `${place}, column ${column.name}` }
  }
  return { place, cells }
}

/** `Song Cover`, `song_cover` and `songCover` are one name. */
function simplify(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}
