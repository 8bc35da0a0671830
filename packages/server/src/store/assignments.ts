import { type RawBuilder, sql } from 'kysely'

/** The SET of an UPDATE: only what is given; undefined leaves a column, null empties it. */
export function assignments(columns: Record<string, unknown>): RawBuilder<unknown> | undefined {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined)
  if (given.length === 0) return undefined
  return sql.join(given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}
