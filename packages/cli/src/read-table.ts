import { readTable as readRows, type TableRow } from '@songreel/contract/read-table'
import { inputError } from './cli-error.ts'

/** A table of a file, or what is wrong with it. */
export function readTable(text: string, name = 'The CSV'): TableRow[] {
  try {
    return readRows(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw inputError(`${name} cannot be read: ${error.message}.`, error)
  }
}
