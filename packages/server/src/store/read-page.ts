import type { IdKind, Page } from '@songreel/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../services.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { idStartAt } from './new-id.ts'

/** What every list is asked for. */
export type PageFilters = { limit: number; cursor?: string; createdAfter?: string; createdBefore?: string }

/** One list: its SELECT up to WHERE, the column of its identifiers, and the condition besides the organization's. */
export type List<Item> = {
  idKind: IdKind
  select: string
  /** Column of the identifier; the organization's is `org_id` of the same table. */
  idColumn: string
  orgColumn: string
  idOf(item: Item): string
}

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
  const all = [sql`${sql.ref(list.orgColumn)} = ${orgId}`, ...conditions, ...spanOf(list.idKind, id, query)]
  if (cursor !== undefined) all.push(sql`${id} < ${decodeCursor(place, cursor)}`)
  const { rows } = await sql<Item>`
    ${sql.raw(list.select)} where ${sql.join(all, sql` and `)} order by ${id} desc limit ${limit + 1}
  `.execute(db)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(place, list.idOf(last)) : null }
}

/** Both ends lie outside: after means later than that millisecond, before means earlier. */
function spanOf(kind: IdKind, id: RawBuilder<unknown>, query: PageFilters): Condition[] {
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
