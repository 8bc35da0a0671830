import { sql } from 'kysely'
import type { Db } from './schema.ts'
import { onlyRow } from './statement.ts'
import type { Tx } from './transaction.ts'

/** A file that is about to be stored. */
export type NewFile = { key: string; bytes: number }

/** That a row of assets has the bytes of the key in this column. */
const IS_ASSET = sql`exists (
  select from assets where assets.org_id = split_part(key, '/', 2) and sha256 = split_part(key, '/', 4)
    and key like 'assets/%')`

/**
 * What an organization has in storage: equal bytes once, as they are stored; finished videos; and what is on its way and
 * has no row yet.
 */
export async function readStoredBytes(db: Db, orgId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (
      (select coalesce(sum(bytes), 0) from (
        select distinct on (sha256) bytes from assets where org_id = ${orgId} and sha256 is not null) as files)
      + (select coalesce(sum(bytes), 0) from outputs where org_id = ${orgId} and deleted_at is null)
      + (select coalesce(sum(bytes), 0) from pending_files where org_id = ${orgId} and not ${IS_ASSET})
    )::float8 as bytes
  `.execute(db)
  return onlyRow(rows).bytes
}

/** Nobody else counts or reserves for this organization until the transaction ends. */
export async function lockStoredBytes(transaction: Tx, orgId: string): Promise<void> {
  await sql`select from organizations where org_id = ${orgId} for no key update`.execute(transaction)
}

/** How many of the bytes are not in storage yet, and would be counted anew. */
export async function countNewBytes(db: Db, files: readonly NewFile[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes
    from json_to_recordset(${JSON.stringify(files)}::json) as file (key text, bytes bigint)
    where not ${IS_ASSET}
      and not exists (select from pending_files where pending_files.key = file.key and org_id is not null)
  `.execute(db)
  return onlyRow(rows).bytes
}

type FileCount = { kind: string; files: number; bytes: number }

/** The stored files of the installation, by kind. Equal bytes of one organization are stored once. */
export async function countStoredFiles(db: Db): Promise<FileCount[]> {
  const { rows } = await sql<FileCount>`
    select 'output' as kind, count(*)::float8 as files, coalesce(sum(bytes), 0)::float8 as bytes
    from outputs where deleted_at is null
    union all
    select 'asset', count(*)::float8, coalesce(sum(bytes), 0)::float8
    from (select distinct org_id, sha256, bytes from assets where sha256 is not null) as stored
    union all
    select 'segment', count(*)::float8, coalesce(sum(bytes), 0)::float8 from segments
  `.execute(db)
  return rows
}
