import { findColumns, SONG_COLUMNS } from '@songreel/contract/song-table'
import { inputError } from '../cli-error.ts'
import { readTable } from '../read-table.ts'
import { suggest } from '../suggest.ts'
import { type Cell, type DraftCatalogue, type DraftTrack, type FieldName, REQUIRED } from './catalogue.ts'

/** A catalogue as a table: the first row names the columns, in any order. */
export function readCsv(text: string): DraftCatalogue {
  const [head = [], ...rows] = readTable(text).map(({ cells }) => cells)
  const { columns, warnings } = readHead(head)
  // As spreadsheets count: from 1, with the first row, and with empty ones.
  const tracks = rows.map((row, index) => readRow(row, `row ${index + 2}`, columns))
  return { tracks: tracks.filter(({ cells }) => Object.keys(cells).length > 0), warnings }
}

type Column = { field: FieldName; name: string } | undefined

function readHead(names: readonly string[]): { columns: Column[]; warnings: string[] } {
  const columns = findColumns(names, REQUIRED).map(
    (field, index): Column => field && { field, name: names[index] ?? '' },
  )
  const found = columns.map((column) => column?.field)
  const twice = found.find((field, index) => field && found.indexOf(field) < index)
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
    (name) =>
      `The column ${name || '(no name)'} is ignored.${suggest(
        name,
        SONG_COLUMNS.map((column) => column.name),
      )}`,
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
