import type { Snapshot } from './copy-tables.ts'

/** A file that a record names. Its hash is known of everything but posters and captions. */
export type NamedFile = { key: string; sha256: string | null; bytes: number | null }

/** Lists the files that the records of all organizations name at the moment of a snapshot. */
export async function listNamedFiles({ layout, ask }: Snapshot): Promise<NamedFile[]> {
  const [schema] = layout.schemas
  const isThere = layout.tables.some(({ name }) => name === `${schema}.outputs`)
  if (!isThere) return []
  const captions = layout.tables.some(
    ({ name, columns }) => name === `${schema}.outputs` && columns.includes('srt_key'),
  )
  return ask<NamedFile>(`
    select distinct 'assets/' || org_id || '/' || left(sha256, 2) || '/' || sha256 as key, sha256, bytes::float8 as bytes
    from ${schema}.assets where sha256 is not null
    union all
    select video_key, sha256, bytes::float8 from ${schema}.outputs where deleted_at is null
    union all
    select key, null, null from ${schema}.outputs,
      unnest(array[poster_key${captions ? ', srt_key, vtt_key' : ''}]) as key
    where deleted_at is null and key is not null
    order by 1`)
}
