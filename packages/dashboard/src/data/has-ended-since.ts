import type { BatchRecord } from '@songreel/sdk'
import { firstResponseAt } from '../fetch-once.ts'

/** Whether a batch ended after the page was loaded: the stream also tells of those that had ended shortly before, and they were read. */
export function hasEndedSince({ isFinal, finishedAt }: Pick<BatchRecord, 'isFinal' | 'finishedAt'>): boolean {
  return isFinal && (firstResponseAt === undefined || finishedAt === null || finishedAt >= firstResponseAt)
}
