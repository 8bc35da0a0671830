import type { IdKind, Page } from '@songreel/contract'
import { type RawBuilder, sql } from 'kysely'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { idStartAt } from './new-id.ts'
import type { Db } from './schema.ts'

/** What every list is asked for. */
export type PageFilters = { limit: number; cursor?: string; createdAfter?: string; createdBefore?: string }

/** One list: how it is read, and by which columns. */
export type List<Item> = {
  idKind: IdKind
  idColumn: string
  orgColumn: string
  idOf(item: Item): string
  /** Runs the list's SELECT with what makes it one page. */
  read(db: Db, page: PageClauses): Promise<Item[]>
}

/** What a page adds to its list's SELECT; the identifier is what it is ordered by, downwards. */
export type PageClauses = { where: RawBuilder<boolean>; id: RawBuilder<unknown>; limit: number }

/** A condition of a WHERE. */
export type Condition = RawBuilder<unknown>

/**
 * Reads one page, newest first. Identifiers begin with their time, so order, cursor and the span of time are all one
 * walk down the index, and records that come or go meanwhile move nothing.
 */
export async function readPage<Item>(
  db: Db,
  list: List<Item>,
  { orgId, query, conditions }: { orgId: string; query: PageFilters; conditions: Condition[] },
): Promise<Page<Item>> {
  const { limit, cursor, ...filters } = query
  const place = { idKind: list.idKind, orgId, filters }
  const id = sql.ref(list.idColumn)
  const all = [
    sql`${sql.ref(list.orgColumn)} = ${orgId}`,
    ...conditions,
    ...limitSpan(list.idKind, id, query),
  ]
  if (cursor !== undefined) all.push(sql`${id} < ${decodeCursor(place, cursor)}`)
  const where = sql<boolean>`${sql.join(all, sql` and `)}`
  const rows = await list.read(db, { where, id, limit: limit + 1 })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(place, list.idOf(last)) : null }
}

/** Reads pages of a SELECT that is written as text, up to its WHERE. */
export function readText<Item>(select: string): List<Item>['read'] {
  return async (db, { where, id, limit }) => {
    const { rows } = await sql<Item>`
      ${sql.raw(select)} where ${where} order by ${id} desc limit ${limit}
    `.execute(db)
    return rows
  }
}

/** Both ends lie outside: after means later than that millisecond, before means earlier. */
function limitSpan(kind: IdKind, id: RawBuilder<unknown>, query: PageFilters): Condition[] {
  const { createdAfter, createdBefore } = query
  const conditions: Condition[] = []
  if (createdAfter !== undefined) {
    conditions.push(sql`${id} >= ${idStartAt(kind, Date.parse(createdAfter) + 1)}`)
  }
  if (createdBefore !== undefined) {
    conditions.push(sql`${id} < ${idStartAt(kind, Date.parse(createdBefore))}`)
  }
  return conditions
}
