import { sql } from 'kysely'
import type { Excerpt } from './batch-schema.ts'
import type { Db } from './schema.ts'
import type { Tx } from './transaction.ts'

/** Which output is meant. */
export type OutputRef = { orgId: string; outputId: string }

/** A finished file as it is written down. */
export type NewOutput = {
  outputId: string
  orgId: string
  workKey: string
  videoKey: string
  posterKey: string | null
  /** The captions of a video with lyrics. */
  srtKey?: string
  vttKey?: string
  contentType: string
  bytes: number
  sha256: string
  durationSecs: number
  width: number
  height: number
  frames: number
  excerpt: Excerpt
  /** Of a video with several songs. */
  chapters?: { title: string; startSecs: number }[]
  checks: object
  warnings: string[]
  retentionDays: number
}

/** Writes down a finished file. */
export async function insertOutput(db: Db, output: NewOutput): Promise<void> {
  await db
    .insertInto('outputs')
    .values({
      output_id: output.outputId,
      org_id: output.orgId,
      work_key: output.workKey,
      video_key: output.videoKey,
      poster_key: output.posterKey,
      srt_key: output.srtKey ?? null,
      vtt_key: output.vttKey ?? null,
      content_type: output.contentType,
      bytes: output.bytes,
      sha256: output.sha256,
      duration_secs: output.durationSecs,
      width: output.width,
      height: output.height,
      frames: output.frames,
      excerpt: JSON.stringify(output.excerpt),
      chapters: output.chapters ? JSON.stringify(output.chapters) : null,
      checks: JSON.stringify(output.checks),
      warnings: JSON.stringify(output.warnings),
      expires_at: sql<string>`now() + make_interval(days => ${output.retentionDays})`,
    })
    .execute()
}

/** The stored output of identical work, if there is one; however little time it has left, a link gives it more. */
export function findOutputOfWork(db: Db, orgId: string, workKey: string) {
  return db
    .selectFrom('outputs')
    .select(['output_id as outputId', 'excerpt', 'frames', 'video_key as videoKey'])
    .where('org_id', '=', orgId)
    .where('work_key', '=', workKey)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Gives an output its full time from now on, and keeps it from being deleted until the transaction ends. False: it is
 * deleted already.
 */
export async function holdOutput(
  transaction: Tx,
  { orgId, outputId }: OutputRef,
  retentionDays: number,
): Promise<boolean> {
  const row = await transaction
    .updateTable('outputs')
    .set({ expires_at: sql<string>`greatest(expires_at, now() + make_interval(days => ${retentionDays}))` })
    .where('org_id', '=', orgId)
    .where('output_id', '=', outputId)
    .where('deleted_at', 'is', null)
    .returning('output_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The files that go with an output. */
const FILES = sql`array_remove(array[video_key, poster_key, srt_key, vtt_key], null) as keys`

type Retired = { keys: string[] }

/**
 * Marks an output deleted once no render is linked to it, and returns the keys of the files that go. The row is locked
 * before its links are counted: a run that is about to link itself holds it until that is done.
 */
export async function retireOutput(transaction: Tx, { orgId, outputId }: OutputRef): Promise<string[]> {
  await sql`select from outputs where org_id = ${orgId} and output_id = ${outputId} for update`.execute(
    transaction,
  )
  const { rows } = await sql<Retired>`
    update outputs set deleted_at = now()
    where org_id = ${orgId} and output_id = ${outputId} and deleted_at is null
      and not exists (select 1 from renders where output_id = ${outputId} and files_deleted_at is null)
    returning ${FILES}
  `.execute(transaction)
  return listKeys(rows)
}

/** Marks some outputs deleted whose time is over. One that is being linked at this moment gets more time: it is left alone. */
export async function retireExpiredOutputs(transaction: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<Retired>`
    with ended as materialized (
      select output_id from outputs where expires_at < now() and deleted_at is null
      limit ${limit} for update skip locked
    )
    update outputs set deleted_at = now() from ended where outputs.output_id = ended.output_id
    returning ${FILES}
  `.execute(transaction)
  return listKeys(rows)
}

function listKeys(outputs: Retired[]): string[] {
  return outputs.flatMap(({ keys }) => keys)
}
