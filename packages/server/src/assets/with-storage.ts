import { isDiskFull } from '@songreel/render'
import { ServiceError } from '../errors.ts'
import { isTransientDbError } from '../store/retry-transient.ts'
import { WorkError } from '../work-error.ts'

const LIMITS = new Set<string>(['BODY_TOO_LARGE', 'STORAGE_QUOTA_EXCEEDED'])

/** Does something with the storage and marks its errors as such; limits and a call to stop stay as they are. */
export async function withStorage<Result>(
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    // What is stored is noted first, and that note is the database's.
    if (error instanceof WorkError || isTransientDbError(error)) throw error
    if (error instanceof ServiceError && LIMITS.has(error.code)) throw error
    if (isDiskFull(error)) throw new WorkError('STORAGE_FULL', { isTransient: true, cause: error })
    const isOutage = error instanceof ServiceError && error.code === 'UNAVAILABLE'
    throw new WorkError('STORAGE_FAILED', { isTransient: true, isOutage, cause: error })
  }
}

/** A file that is not in the storage any more: somebody deleted it there. */
export function fileGone(key: string): WorkError {
  const cause = new Error(`there is no file ${key}`)
  const advice = 'Upload it again.'
  const seen = 'it is no longer in the store.'
  return new WorkError('ASSET_UNREACHABLE', { isFileGone: true, seen, advice, retryable: false, cause })
}
