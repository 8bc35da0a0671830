import { sql } from 'kysely'
import { crashPoint } from '../crash-point.ts'
import { ServiceError } from '../errors.ts'
import type { Db, Services } from '../services.ts'
import { getRender } from '../store/batches.ts'
import { inTransaction } from '../store/transaction.ts'
import { FINAL_RENDER_STATUSES } from './render-states.ts'

/** Deletes a finished render's files and keeps its record. Files that another render is linked to stay for that one. */
export async function deleteRenderFiles(
  { storage }: Pick<Services, 'storage'>,
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
  await crashPoint('files-retired')
  for (const key of keys) await storage.delete(key)
}

/** Marks an output deleted once no render is linked to it, and tells which files go. */
async function retireOutput(db: Db, outputId: string): Promise<string[]> {
  const { rows } = await sql<{ video_key: string; poster_key: string | null }>`
    update outputs set deleted_at = now()
    where output_id = ${outputId} and deleted_at is null
      and not exists (select 1 from renders where output_id = ${outputId} and files_deleted_at is null)
    returning video_key, poster_key
  `.execute(db)
  return rows.flatMap((row) => [row.video_key, row.poster_key]).filter((key) => key !== null)
}
