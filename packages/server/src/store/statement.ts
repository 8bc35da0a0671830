import { CompiledQuery } from 'kysely'
import type { Read } from './reader.ts'
import type { Db } from './schema.ts'

/** What a statement can be run on: the pool, a transaction, or the short way for reads. */
export type Source = Db | Read

/** A fixed SQL text with its values still open: costs nothing to build, and PostgreSQL keeps it planned. */
export function statement<Row>(text: string) {
  return async (source: Source, ...values: unknown[]): Promise<Row[]> => {
    if (typeof source === 'function') return source<Row>(text, values)
    const { rows } = await source.executeQuery<Row>(CompiledQuery.raw(text, values))
    return rows
  }
}

/** The row of a statement that always returns one. */
export function onlyRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('the database returned no row')
  return row
}
