import { cleanText, createPaint, showMark, showTable } from '../print.ts'
import { type OutputFlags, readForm } from './output-form.ts'

/** A record as a server sends it. */
export type Fields = Record<string, unknown>

/** A column of a list: its heading, and what it shows of a record. */
export type Column = { heading: string; show(record: Fields): unknown }

/** Columns that show fields as they are. */
export function listColumns(...fields: string[]): Column[] {
  return fields.map((field) => ({ heading: field, show: (record) => record[field] }))
}

/** Prints a list on stdout: a table, with headings where a person reads it, JSON, or one id per line. */
export function printList(
  records: readonly object[],
  { columns, idField, flags }: { columns: Column[]; idField: string; flags: OutputFlags },
): void {
  const form = readForm(flags, ['table', 'json', 'ids'])
  const fields = records.map((record): Fields => ({ ...record }))
  if (form === 'json') printJson({ items: records })
  else if (form === 'ids') printLines(fields.map((record) => showValue(record[idField])))
  else {
    const paint = createPaint(process.stdout)
    const headings = process.stdout.isTTY ? [columns.map(({ heading }) => paint('dim', heading))] : []
    const rows = fields.map((record) => columns.map(({ show }) => showValue(show(record))))
    printLines(showTable([...headings, ...rows]))
  }
}

/** Prints one record on stdout, in the first of the forms unless another is asked for. */
export function printRecord(
  record: object,
  { idField, flags, isIdEnough = false }: { idField: string; flags: OutputFlags; isIdEnough?: boolean },
): void {
  const form = readForm(flags, isIdEnough ? ['ids', 'table', 'json'] : ['table', 'json', 'ids'])
  const fields: Fields = { ...record }
  if (form === 'json') printJson(record)
  else if (form === 'ids') printLines([showValue(fields[idField])])
  else printFacts(fields)
}

/** One line per field. */
export function printFacts(fields: Fields): void {
  printLines(showTable(Object.entries(fields).map(([name, value]) => [name, showValue(value)])))
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
}

/** Prints what was done on stderr, with the warnings that the server sent. */
export function printDone(
  message: string,
  {
    flags,
    warnings = [],
  }: { flags: { json?: boolean; quiet?: boolean }; warnings?: readonly { message: string }[] },
): void {
  if (flags.json || flags.quiet) return
  const paint = createPaint(process.stderr)
  process.stderr.write(`  ${showMark('good', paint)} ${cleanText(message)}\n`)
  for (const warning of warnings)
    process.stderr.write(`  ${showMark('warning', paint)} ${cleanText(warning.message)}\n`)
}

/** A value in one line; nothing is a dash. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  return cleanText(typeof value === 'object' ? JSON.stringify(value) : String(value))
}
