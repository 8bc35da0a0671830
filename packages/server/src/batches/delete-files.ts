import { sql, type Transaction } from 'kysely'
import { crashPoint } from '../crash-point.ts'
import { ServiceError } from '../errors.ts'
import type { Db, Services } from '../services.ts'
import { getRender } from '../store/batches.ts'
import { forgetPendingFiles, notePendingFiles } from '../store/pending-files.ts'
import type { Database } from '../store/schema.ts'
import { inTransaction } from '../store/transaction.ts'
import { FINAL_RENDER_STATUSES } from './render-states.ts'

type DeleteDeps = Pick<Services, 'storage' | 'db'>

/** Deletes a finished render's files and keeps its record. Files that another render is linked to stay for that one. */
export async function deleteRenderFiles(
  services: DeleteDeps,
  db: Db,
  orgId: string,
  renderId: string,
): Promise<void> {
  const keys = await inTransaction(db, async (transaction) => {
    const render = await getRender(transaction, orgId, renderId)
    if (!FINAL_RENDER_STATUSES.some((final) => final === render.status)) {
      const message = `Render ${renderId} is ${render.status}. Cancel it first: POST /v1/renders/${renderId}/cancel.`
      throw new ServiceError('CONFLICT', { message })
    }
    await transaction
      .updateTable('renders')
      .set({ files_deleted_at: sql<string>`now()` })
      .where('render_id', '=', renderId)
      .execute()
    return render.outputId === null ? [] : retireOutput(transaction, render.outputId)
  })
  await removeFiles(services, keys)
}

/**
 * Marks an output deleted once no render is linked to it, and tells which files go. The row is locked before its links
 * are counted: a run that is about to link itself holds it until that is done.
 */
async function retireOutput(transaction: Transaction<Database>, outputId: string): Promise<string[]> {
  await sql`select from outputs where output_id = ${outputId} for update`.execute(transaction)
  const { rows } = await sql<{ video_key: string; poster_key: string | null }>`
    update outputs set deleted_at = now()
    where output_id = ${outputId} and deleted_at is null
      and not exists (select 1 from renders where output_id = ${outputId} and files_deleted_at is null)
    returning video_key, poster_key
  `.execute(transaction)
  return noteRetired(transaction, rows)
}

/** Marks outputs deleted whose time is over, and removes their files. One that is being linked at this moment gets more time: it is left alone. */
export async function deleteExpiredFiles(services: DeleteDeps): Promise<void> {
  const keys = await services.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ video_key: string; poster_key: string | null }>`
      with ended as materialized (
        select output_id from outputs where expires_at < now() and deleted_at is null
        limit 100 for update skip locked
      )
      update outputs set deleted_at = now() from ended where outputs.output_id = ended.output_id
      returning video_key, poster_key
    `.execute(transaction)
    return noteRetired(transaction, rows)
  })
  await removeFiles(services, keys)
}

type Retired = { video_key: string; poster_key: string | null }[]

/** Noted with the row that gives them up: a process that dies before it has removed them leaves them to the janitor. */
async function noteRetired(transaction: Transaction<Database>, outputs: Retired): Promise<string[]> {
  const keys = outputs.flatMap((row) => [row.video_key, row.poster_key]).filter((key) => key !== null)
  if (keys.length > 0)
    await notePendingFiles(
      transaction,
      keys.map((key) => ({ key })),
    )
  return keys
}

/** The rows have said already that the files are gone, so that none is served while it goes. */
async function removeFiles({ storage, db }: DeleteDeps, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await crashPoint('files-retired')
  for (const key of keys) {
    await storage.delete(key)
    await crashPoint('file-deleted')
  }
  await forgetPendingFiles(db, keys)
}
