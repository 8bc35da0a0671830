import { CsvError, parse } from 'csv-parse/sync'
import { inputError } from './cli-error.ts'

/** Spreadsheets write what their user's country separates by. */
const DELIMITERS = [',', ';', '\t'] as const
/** Excel's own first line, which says what separates the cells. */
const SEPARATOR = /^\ufeff?"?sep=(.)"?\r?(?:\n|$)/i

/** A row of a table, and the line of the file that it ends on. */
export type TableRow = { line: number; cells: string[] }

/** A table as spreadsheets export it: every row, the empty ones too, each cell as it is meant. */
export function readTable(text: string, name = 'The CSV'): TableRow[] {
  const [first = '', separator] = SEPARATOR.exec(text) ?? []
  const body = text.slice(first.length).replace(/^\ufeff/, '')
  try {
    const records = parse(body, {
      delimiter: separator ?? findDelimiter(body),
      relax_column_count: true,
      // ="0602445790098" has quotes inside of a cell.
      relax_quotes: true,
      info: true,
    }) as unknown as { info: { lines: number }; record: string[] }[]
    const skipped = first === '' ? 0 : 1
    return records.map(({ info, record }) => ({ line: info.lines + skipped, cells: record.map(cleanCell) }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw inputError(`${name} cannot be read: ${error.message}.`, error)
  }
}

/** The delimiter that the first row has most of, outside of quotes. */
function findDelimiter(text: string): string {
  const [firstLine = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n|\r/, 1)
  const count = (delimiter: string) => firstLine.split(delimiter).length
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** `="0602445790098"` keeps a spreadsheet from taking a text for a number. Spaces of every width are spaces; some are nothing. */
function cleanCell(cell: string): string {
  const text = cell
    .replaceAll(/[\u200b\ufeff]/g, '')
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    .trim()
  return (/^="(.*)"$/s.exec(text)?.[1] ?? text).trim()
}
