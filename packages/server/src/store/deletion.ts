import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

/** The tables whose records are deleted softly. Artists hold bundles, bundles hold media; brands hold nothing. */
export type DeletableTable = 'artists' | 'media_bundles' | 'media' | 'brands'

/** A column that names a record, or the one above it. */
export type IdColumn = 'artist_id' | 'media_bundle_id' | 'media_id' | 'brand_id'

/** An organization's records of a table that a column's value names. */
export type Records = { orgId: string; table: DeletableTable; column: IdColumn; id: string }

/** When a record was deleted, to the microsecond, and what lies above it. */
export type Deletion = { deletedAt: string | null; artistId: string | null; mediaBundleId: string | null }

/**
 * Locks a living record until the transaction ends; false when there is none. `own` is for whoever deletes it,
 * `share` for whoever puts something under it: the first waits for all of the second, and they for it. Neither gets in
 * the way of foreign keys, which a stronger lock would.
 */
export async function lockLive(
  db: Db,
  { orgId, table, column, id }: Records,
  lock: 'own' | 'share',
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and org_id = ${orgId} and deleted_at is null
    ${lock === 'own' ? sql`for no key update` : sql`for share`}
  `.execute(db)
  return rows.length > 0
}

/** What is known of a record, deleted or not, for as long as it is kept. */
export async function findDeletion(
  db: Db,
  { orgId, table, column, id }: Records,
  retentionDays: number,
): Promise<Deletion | undefined> {
  const artist = table === 'brands' ? sql`null` : sql`artist_id`
  const bundle = table === 'artists' || table === 'brands' ? sql`null` : sql`media_bundle_id`
  const { rows } = await sql<Deletion>`
    select deleted_at::text as "deletedAt", ${artist} as "artistId", ${bundle} as "mediaBundleId"
    from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and org_id = ${orgId}
      and (deleted_at is null or deleted_at > now() - make_interval(days => ${retentionDays}))
  `.execute(db)
  return rows[0]
}

/** Which records a list shows: the living ones, or the deleted ones that can still be restored. */
export function isListed(
  { deleted = false }: { deleted?: boolean },
  retentionDays: number,
  table?: string,
): RawBuilder<unknown> {
  const deletedAt = sql.ref(table ? `${table}.deleted_at` : 'deleted_at')
  if (!deleted) return sql`${deletedAt} is null`
  return sql`${deletedAt} > now() - make_interval(days => ${retentionDays})`
}

/** `deletedAt` of a listed record, as records show times; null while it lives. */
export function selectDeletedAt(column = 'deleted_at'): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "deletedAt"`
}

/** A listed record without what does not apply to it. */
export function dropLiving<Item extends { deletedAt?: string | null }>({
  deletedAt,
  ...item
}: Item): Omit<Item, 'deletedAt'> & { deletedAt?: string } {
  return deletedAt ? { ...item, deletedAt } : item
}

/** How many living records there are. */
export async function countLive(db: Db, { orgId, table, column, id }: Records): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and org_id = ${orgId} and deleted_at is null
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Marks living records as deleted at the moment of the transaction, which is how a cascade is known again. */
export async function markDeleted(db: Db, { orgId, table, column, id }: Records): Promise<void> {
  await sql`
    update ${sql.table(table)} set deleted_at = now()
    where ${sql.ref(column)} = ${id} and org_id = ${orgId} and deleted_at is null
  `.execute(db)
}

/** Brings back the records that were deleted at exactly this moment. */
export async function markLive(
  db: Db,
  { orgId, table, column, id }: Records,
  deletedAt: string,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set deleted_at = null
    where ${sql.ref(column)} = ${id} and org_id = ${orgId} and deleted_at = ${deletedAt}::timestamptz
  `.execute(db)
}
