import { type IdKind, MAX_TOTAL, type Page } from '@songreel/contract'
import { type RawBuilder, sql } from 'kysely'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { idStartAt } from './new-id.ts'
import type { Db } from './schema.ts'
import { onlyRow } from './statement.ts'

/** What every list is asked for. */
export type PageFilters = {
  limit: number
  cursor?: string
  createdAfter?: string
  createdBefore?: string
  order?: 'asc' | 'desc'
  total?: boolean
}

/** One list: how it is read, and by which columns. */
export type List<Item> = {
  idKind: IdKind
  /** What its records are counted in: the table, under the name that the conditions use. */
  from: string
  idColumn: string
  orgColumn: string
  idOf(item: Item): string
  /** Runs the list's SELECT with what makes it one page. */
  read(db: Db, page: PageClauses): Promise<Item[]>
}

/** What a page adds to its list's SELECT; the identifier is what it is ordered by. */
export type PageClauses = {
  where: RawBuilder<boolean>
  id: RawBuilder<unknown>
  order: 'asc' | 'desc'
  limit: number
}

/** A condition of a WHERE. */
export type Condition = RawBuilder<unknown>

/**
 * Reads one page, newest first unless it is asked otherwise. Identifiers begin with their time, so order, cursor and the
 * span of time are all one walk along the index, and records that come or go meanwhile move nothing.
 */
export async function readPage<Item>(
  db: Db,
  list: List<Item>,
  { orgId, query, conditions }: { orgId: string; query: PageFilters; conditions: Condition[] },
): Promise<Page<Item>> {
  const { limit, cursor, total: isCounted, ...filters } = query
  const { order = 'desc' } = query
  const place = { idKind: list.idKind, orgId, filters }
  const id = sql.ref(list.idColumn)
  const all = [
    sql`${sql.ref(list.orgColumn)} = ${orgId}`,
    ...conditions,
    ...limitSpan(list.idKind, id, query),
  ]
  const total = isCounted ? await countRecords(db, list, joinAll(all)) : undefined
  if (cursor !== undefined)
    all.push(sql`${id} ${sql.raw(order === 'asc' ? '>' : '<')} ${decodeCursor(place, cursor)}`)
  const rows = await list.read(db, { where: joinAll(all), id, order, limit: limit + 1 })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = rows.length > limit && last ? encodeCursor(place, list.idOf(last)) : null
  return { items, nextCursor, ...(total !== undefined && { total }) }
}

function joinAll(conditions: Condition[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Counts only so far: of very many, nobody needs to know how many. */
async function countRecords<Item>(db: Db, { from }: List<Item>, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${sql.raw(from)} where ${where} limit ${MAX_TOTAL}) as counted
  `.execute(db)
  return onlyRow(rows).count
}

/** Reads pages of a SELECT that is written as text, up to its WHERE. */
export function readText<Item>(select: string): List<Item>['read'] {
  return async (db, { where, id, order, limit }) => {
    const { rows } = await sql<Item>`
      ${sql.raw(select)} where ${where} order by ${id} ${sql.raw(order)} limit ${limit}
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
