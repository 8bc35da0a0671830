import type { BatchFilter, BatchRecord } from '@songreel/sdk'
import { songreel } from '../client.ts'
import { type GrowingList, useGrowingList } from './growing-list.ts'
import { useLive } from './use-live.ts'

/** Batches, kept up to date. */
export type BatchList = Omit<GrowingList<BatchRecord>, 'items' | 'reload' | 'change'> & {
  batches: BatchRecord[] | undefined
}

/** Batches that pass a filter, newest first. News changes a row in place: nothing moves under the pointer. */
export function useBatchList(filter: BatchFilter, pageSize: number): BatchList {
  const { items, reload, change, ...rest } = useGrowingList(
    filter,
    (query) => songreel.batches.list({ ...query, limit: pageSize }),
    ({ batchId }) => batchId,
  )
  useLive({ onBatch: (batch) => change((before) => take(before, batch, filter)), onRefresh: reload })
  return { batches: items, ...rest }
}

function take(
  before: BatchRecord[],
  batch: BatchRecord,
  { status, ref, mediaId }: BatchFilter,
): BatchRecord[] {
  const at = before.findIndex(({ batchId }) => batchId === batch.batchId)
  if (at >= 0) return before.with(at, batch)
  const isWanted =
    (status === undefined || batch.status === status) &&
    (ref === undefined || batch.ref === ref) &&
    (mediaId === undefined || batch.mediaId === mediaId)
  const isNewest = batch.batchId > (before[0]?.batchId ?? '')
  return isWanted && isNewest ? [batch, ...before] : before
}
