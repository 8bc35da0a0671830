import { crashPoint } from '../crash-point.ts'
import { ServiceError } from '../errors.ts'
import type { Services } from '../services.ts'
import { unlessFilesAreHeld } from '../store/copy/hold-files.ts'
import { retireExpiredOutputs, retireOutput } from '../store/outputs.ts'
import { forgetPendingFiles, notePendingFiles } from '../store/pending-files.ts'
import { getRender, markFilesDeleted } from '../store/renders/render-rows.ts'
import type { Db } from '../store/schema.ts'
import { inTransaction, type Tx } from '../store/transaction.ts'

const FILES_AT_ONCE = 100

type DeleteDeps = Pick<Services, 'storage' | 'db'>

/** Deletes a finished render's files and keeps its record. Files that another render is linked to stay for that one. */
export async function deleteRenderFiles(
  services: DeleteDeps,
  db: Db,
  orgId: string,
  renderId: string,
): Promise<void> {
  const keys = await inTransaction(db, async (transaction) => {
    const marked = await markFilesDeleted(transaction, orgId, renderId)
    if (!marked) {
      const { status } = await getRender(transaction, orgId, renderId)
      const message = `Render ${renderId} is ${status}. Cancel it first: POST /v1/renders/${renderId}/cancel.`
      throw new ServiceError('CONFLICT', { message })
    }
    const { outputId } = marked
    if (outputId === null) return []
    return noteRetired(transaction, await retireOutput(transaction, { orgId, outputId }))
  })
  await removeFiles(services, keys)
}

/** Marks outputs deleted whose time is over, and removes their files. */
export async function deleteExpiredFiles(services: DeleteDeps): Promise<void> {
  const keys = await services.db
    .transaction()
    .execute(async (transaction) =>
      noteRetired(transaction, await retireExpiredOutputs(transaction, FILES_AT_ONCE)),
    )
  await removeFiles(services, keys)
}

/** Noted with the row that gives them up: a process that dies before it has removed them leaves them to the janitor. */
async function noteRetired(transaction: Tx, keys: string[]): Promise<string[]> {
  const files = keys.map((key) => ({ key }))
  if (files.length > 0) await notePendingFiles(transaction, files)
  return keys
}

/** Removes files that are noted. Their rows have said already that they are gone, so that none is served while it goes; a backup makes them wait. */
export async function removeFiles({ storage, db }: DeleteDeps, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await crashPoint('files-retired')
  await unlessFilesAreHeld(db, async (transaction) => {
    for (const key of keys) {
      await storage.delete(key)
      await crashPoint('file-deleted')
    }
    await forgetPendingFiles(transaction, keys)
  })
}
