import { CompiledQuery } from 'kysely'
import type { Read } from './reader.ts'
import type { Db } from './schema.ts'

/** What a statement can be run on: the pool, a transaction, or the short way for reads. */
export type Source = Db | Read

/** The values of a statement by their names; a group's are `$group.name` in the text. */
export type Values = { readonly [name: string]: unknown }

const NAMES = /\$([a-z]\w*)(?:\.([a-z]\w*))?/gi

/**
 * A fixed SQL text with its values still open, each where its name stands: `where org_id = $orgId`. It costs nothing to
 * build, and PostgreSQL keeps it planned.
 */
export function statement<Row>(text: string) {
  const { numbered, readers } = numberValues(text)
  return async (source: Source, values: Values): Promise<Row[]> => {
    const list = readers.map((read) => read(values))
    if (typeof source === 'function') return source<Row>(numbered, list)
    const { rows } = await source.executeQuery<Row>(CompiledQuery.raw(numbered, list))
    return rows
  }
}

/** PostgreSQL knows values by numbers only. */
function numberValues(text: string): { numbered: string; readers: ((values: Values) => unknown)[] } {
  const names: string[] = []
  const numbered = text.replaceAll(NAMES, (name) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { numbered, readers: names.map(createReader) }
}

function createReader(name: string): (values: Values) => unknown {
  const [first = '', second] = name.slice(1).split('.')
  const demand = (value: unknown) => {
    // The driver would send undefined as null.
    if (value === undefined) throw new TypeError(`the statement has no value for ${name}`)
    return value
  }
  if (second === undefined) return (values) => demand(values[first])
  return (values) => demand((values[first] as Values | undefined)?.[second])
}

/** The row of a statement that always returns one. */
export function onlyRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('the database returned no row')
  return row
}
