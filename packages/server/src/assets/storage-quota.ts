import type { Config } from '../config/config.ts'
import { ServiceError } from '../errors.ts'
import { notePendingFiles } from '../store/pending-files.ts'
import type { Db } from '../store/schema.ts'
import { countNewBytes, lockStoredBytes, type NewFile, readStoredBytes } from '../store/stored-bytes.ts'
import { inLastingTransaction, type Tx } from '../store/transaction.ts'

const MB = 1024 ** 2

type QuotaDeps = { config: Config; db: Db }

/** How many bytes an organization can still store; infinite without a limit. */
async function findRemainingBytes({ db, config }: QuotaDeps, orgId: string): Promise<number> {
  if (config.maxStorageMb === 0) return Number.POSITIVE_INFINITY
  return config.maxStorageMb * MB - (await readStoredBytes(db, orgId))
}

/** Refuses what does not fit any more, as far as that can be known before the bytes are here. */
export async function assertQuota(deps: QuotaDeps, orgId: string, bytes: number): Promise<number> {
  const remaining = await findRemainingBytes(deps, orgId)
  if (remaining <= 0 || bytes > remaining) throw overQuota(deps, remaining, bytes)
  return remaining
}

/**
 * Notes files before they are stored, and with that takes their part of what the organization may store. One after the
 * other for each organization: two that would fit alone and not together do not both get in.
 */
export async function reserveFiles(deps: QuotaDeps, orgId: string, files: readonly NewFile[]): Promise<void> {
  await inLastingTransaction(deps.db, async (transaction) => {
    if (deps.config.maxStorageMb > 0) await refuseOverQuota(deps, transaction, { orgId, files })
    await notePendingFiles(transaction, files, orgId)
  })
}

async function refuseOverQuota(
  deps: QuotaDeps,
  transaction: Tx,
  { orgId, files }: { orgId: string; files: readonly NewFile[] },
): Promise<void> {
  await lockStoredBytes(transaction, orgId)
  const bytes = await countNewBytes(transaction, files)
  const remaining = await findRemainingBytes({ ...deps, db: transaction }, orgId)
  // What is here already may be stored again, even where the limit was lowered since.
  if (bytes > 0 && bytes > remaining) throw overQuota(deps, remaining, bytes)
}

/** Says how much there is, how much is used, and how to make room. */
export function overQuota(
  { config }: Pick<QuotaDeps, 'config'>,
  remaining: number,
  bytes: number,
): ServiceError {
  const limit = config.maxStorageMb * MB
  const used = limit - remaining
  const wanted = bytes > 0 ? `, and this file has ${(bytes / MB).toFixed(1)} MB` : ''
  const message = `The organization stores ${(used / MB).toFixed(1)} MB of the ${config.maxStorageMb} MB that it may${wanted}. Delete files of renders (DELETE /v1/renders/{renderId}) or ask the operator for more (SONGREEL_MAX_STORAGE_MB).`
  const details = [{ field: 'file', code: 'STORED_BYTES', message, quota: { limit, used } }]
  return new ServiceError('STORAGE_QUOTA_EXCEEDED', { message, details })
}
