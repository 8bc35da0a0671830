import { ServiceError } from '../errors.ts'

const LIMITS = new Set<string>(['BODY_TOO_LARGE', 'STORAGE_QUOTA_EXCEEDED'])
const FULL_DISK_CODES = new Set(['ENOSPC', 'EDQUOT'])

/** Files could not be stored or read back; never the client's fault, and it may pass. */
export class StorageFault extends Error {
  override name = 'StorageFault'
}

/** A file that is not in the storage any more: somebody deleted it there. */
export class MissingFileFault extends Error {
  override name = 'MissingFileFault'
}

/** Does something with the storage, and tells its faults from all others; limits and a call to stop stay as they are. */
export async function withStorage<Result>(
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ServiceError && LIMITS.has(error.code)) throw error
    if (error instanceof MissingFileFault) throw error
    throw new StorageFault('the storage does not take or give files', { cause: error })
  }
}

/** Whether the store does not respond at present: it is so for everybody, and another try of one file does no better. */
export function isStoreAway(error: unknown): boolean {
  const { cause } = error as Error
  const isRefusal = cause instanceof ServiceError && cause.code === 'UNAVAILABLE'
  return error instanceof StorageFault && isRefusal && !isDiskFull(error)
}

/** Whether a disk without room is what lies behind an error. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (FULL_DISK_CODES.has(String((each as NodeJS.ErrnoException).code))) return true
  return false
}
