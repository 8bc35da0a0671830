import { sql } from 'kysely'
import type { Db } from './schema.ts'
import type { Tx } from './transaction.ts'

/** Notes keys before they are written, or when their row gives them up, so that a file that no row names is found again. */
export async function notePendingFiles(
  db: Db,
  files: readonly { key: string; bytes?: number }[],
  orgId: string | null = null,
): Promise<void> {
  const rows = files.map(({ key, bytes }) => ({ key, bytes: bytes ?? null, org_id: orgId }))
  await db
    .insertInto('pending_files')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({
        created_at: sql<string>`now()`,
        org_id: row.ref('excluded.org_id'),
        bytes: row.ref('excluded.bytes'),
      })),
    )
    .execute()
}

/** Notes files that a row has just given up; a note that is there already stays as it is, with what it reserves. */
export async function noteUnnamedFiles(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const rows = keys.map((key) => ({ key }))
  await db
    .insertInto('pending_files')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Removes notes whose files now have a row or are gone. False if some notes were missing: the janitor has swept them. */
export async function forgetPendingFiles(db: Db, keys: string[]): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('pending_files').where('key', 'in', keys).executeTakeFirst()
  return numDeletedRows === BigInt(keys.length)
}

/** A key that was noted long ago, and whether a row names it after all. */
export type OldPendingFile = { key: string; isNamed: boolean }

/**
 * Takes some of the oldest notes away and returns their keys. Until the transaction ends their rows are locked: whoever is
 * about to write or name the same file waits, and sees what came of it.
 */
export async function takeOldPendingFiles(
  transaction: Tx,
  olderThanSecs: number,
  limit: number,
): Promise<OldPendingFile[]> {
  const { rows } = await sql<OldPendingFile>`
    with old as (
      delete from pending_files where key in (
        select key from pending_files where created_at <= now() - make_interval(secs => ${olderThanSecs})
        order by created_at limit ${limit} for update skip locked)
      returning key
    )
    select key,
      exists (select from outputs where deleted_at is null and key in (video_key, poster_key, srt_key, vtt_key))
      or exists (
        select from assets where org_id = split_part(key, '/', 2) and sha256 = split_part(key, '/', 4)
          and key like 'assets/%')
      or exists (
        select from segments where org_id = split_part(key, '/', 2) and segment_id = split_part(key, '/', 4)
          and key like 'segments/%') as "isNamed"
    from old
  `.execute(transaction)
  return rows
}
